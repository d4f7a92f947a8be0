/** What people type, and the building that they mean: it must be the first hit, or among the first `within`. */
export interface SearchQueryCase {
  readonly q: string;
  readonly id: string;
  readonly within?: number;
  readonly city?: string;
  readonly type?: string;
}

/** Queries that the search was made with. */
export const knownQueries: readonly SearchQueryCase[] = [
  // Misspelt names and streets.
  { q: "feild museum", id: "chi-103638" },
  { q: "shed aquarium", id: "chi-166134" },
  { q: "harborveiw medical centre", id: "sea-276" },
  { q: "rainer tower", id: "sea-388" },
  { q: "warwick alerton hotel", id: "chi-103782" },
  { q: "2274 grand concorse bronx", id: "nyc-2031580022" },
  { q: "131-11 atlantick ave", id: "nyc-4093750272" },
  // Abbreviations and words written out.
  { q: "45 wall st", id: "nyc-1000260021" },
  { q: "230 cpw", id: "nyc-1011970029" },
  { q: "235 E 196th St Bronx", id: "nyc-2033010004" },
  { q: "2324 W. Irving Pk Rd", id: "chi-254052" },
  { q: "97 fort washington avenue", id: "nyc-1021360195" },
  { q: "9524 ft hamilton pkwy", id: "nyc-3061230049" },
  { q: "4484 martin luther king jr way south", id: "sea-49717" },
  { q: "1611 mlk blvd bronx", id: "nyc-2028780017" },
  // House-number ranges and hyphens.
  { q: "4722 s greenwood", id: "chi-114789" },
  { q: "5622 N Kenmore", id: "chi-105490" },
  { q: "20 s halsted", id: "chi-120614" },
  { q: "839 w adams", id: "chi-254023" },
  { q: "14425 roosevelt ave", id: "nyc-4050240080" },
  { q: "61-11 queens blvd", id: "nyc-4013390002" },
  { q: "2109 borden ave long island city", id: "nyc-4000690004" },
  // Names, places and kinds together.
  { q: "union square one seattle", id: "sea-423" },
  { q: "art institute", id: "chi-160196" },
  { q: "first presbyterian church seattle", id: "sea-21367" },
  { q: "us bank center seattle", id: "sea-402" },
  { q: "swedish hospital chicago", id: "chi-250122" },
  { q: "hotel vintage", id: "sea-19" },
  { q: "k-12 school madrona", id: "sea-177" },
  // Saints and streets.
  { q: "saint marks cathedral", id: "sea-27947" },
  { q: "st xavier university", id: "chi-156829" },
  { q: "464 saint marks ave", id: "nyc-3011560090" },
  { q: "st edward school", id: "sea-24018" },
  // Ordinals and number words.
  { q: "1100 2nd avenue", id: "sea-350" },
  { q: "3601 6th ave south", id: "sea-24216" },
  { q: "1 magnificent mile", id: "chi-103661" },
  { q: "two north riverside", id: "chi-101733" },
  { q: "1 1/2 fifth avenue", id: "nyc-1005500013" },
  // Other names.
  { q: "1340 6th ave", id: "nyc-1012700001" },
  { q: "1300 dusable lake shore drive", id: "chi-165062", within: 2 },
  { q: "11 s lasalle", id: "chi-103767" },
  { q: "633 South La Salle Street", id: "chi-256884" },
  { q: "john hancock", id: "chi-100429" },
  { q: "2130 adam clayton powell jr blvd", id: "nyc-1019320033" },
  { q: "568 avenue of americas", id: "nyc-1008170085" },
  // Punctuation, and one word that is wrong.
  { q: "o'hare plaza ii", id: "chi-158095" },
  { q: "axis apartments and lofts", id: "chi-160260" },
  { q: "congress plaza motel chicago", id: "chi-158295" },
  { q: "safeco feild seattle wa", id: "sea-249" },
];

/** Queries of the same kinds that nothing was changed for. */
export const unseenQueries: readonly SearchQueryCase[] = [
  { q: "adler planetarum", id: "chi-165062" },
  { q: "thorek memoral hospital", id: "chi-164922" },
  { q: "shriners childrens hospital", id: "chi-101179" },
  { q: "seattle childrens hospital main campus", id: "sea-198" },
  { q: "navy peir", id: "chi-105864" },
  { q: "lakepoint tower", id: "chi-238910" },
  { q: "tribune towers", id: "chi-101724" },
  { q: "aon centre chicago", id: "chi-101713" },
  { q: "century link field", id: "sea-245", within: 2 },
  { q: "keyarena", id: "sea-103" },
  { q: "wrigley innovation center", id: "chi-172387" },
  { q: "congres plaza hotel", id: "chi-158295" },
  { q: "hotel blake chicago il 60605", id: "chi-175953" },
  { q: "harold washington collage", id: "chi-101980" },
  { q: "malcolm x college", id: "chi-254347" },
  { q: "Rush Univ Medical Ctr", id: "chi-100867" },
  { q: "four seasons hotel seattle", id: "sea-27100" },
  { q: "university heights seattle", id: "sea-26519" },
  { q: "1 w wacker dr", id: "chi-158236" },
  { q: "one n wacker", id: "chi-101744" },
  { q: "2 east oak st", id: "chi-242172" },
  { q: "1105 E 58th St", id: "chi-256709" },
  { q: "226 w huron", id: "chi-253965" },
  { q: "6121 n winchester ave", id: "chi-112724" },
  { q: "95-25 queens boulevard", id: "nyc-4020790001" },
  { q: "10230 queens blvd", id: "nyc-4031737501" },
  { q: "325 central park w", id: "nyc-1012060032" },
  { q: "220 central pk south new york", id: "nyc-1010307501" },
  { q: "365 park ave s", id: "nyc-1008820001" },
  { q: "2089 lexinton ave", id: "nyc-1017750020" },
  { q: "1567 brodway manhattan", id: "nyc-1010187501" },
  { q: "36 richmond terr staten island", id: "nyc-5000070086" },
  { q: "25 saint nicholas terrace", id: "nyc-1019680039" },
  { q: "720 st mary's street bronx", id: "nyc-2025730049" },
  { q: "174 ave a", id: "nyc-1004050001" },
  { q: "1052 eastern pkwy brooklyn ny", id: "nyc-3013960013" },
  { q: "973 flat bush avenue", id: "nyc-3051260021" },
  { q: "801 fifth ave seattle", id: "sea-20402" },
  { q: "1301 5th ave", id: "sea-388" },
  { q: "second & spring", id: "sea-350" },
  { q: "first and lenora", id: "sea-21266" },
  { q: "saint alphonsus", id: "sea-22223" },
  { q: "st. theodore apts", id: "sea-25632" },
  { q: "6032 mlk jr way", id: "sea-24857" },
  { q: "3857 s king drive chicago", id: "chi-255002" },
  { q: "fishermens center", id: "sea-23622" },
  { q: "lewis and omalley", id: "chi-103634" },
  { q: "john stanford international elementary", id: "sea-26870" },
  { q: "third baptist church chicago", id: "chi-172177" },
  { q: "1133 sixth avenue new york", id: "nyc-1009960029" },
];
