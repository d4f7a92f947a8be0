/**
 * Mail for everybody: a selection of the list of free e-mail domains that HubSpot publishes for its forms (copy of it in
 * github.com/jgillich/free-email-domains, hubspot-free-email-domains.txt), by number of users. Nobody but the providers can
 * publish the record, so the list only says no earlier and more clearly.
 */
const listed = `gmail.com googlemail.com
  outlook.com outlook.de outlook.es outlook.fr outlook.it hotmail.com hotmail.co.uk hotmail.de hotmail.es hotmail.fr hotmail.it
  live.com live.co.uk live.de live.fr live.nl msn.com
  yahoo.com yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it ymail.com
  rocketmail.com aol.com
  icloud.com me.com mac.com
  protonmail.com fastmail.com zoho.com gmx.at gmx.com gmx.de gmx.net web.de mail.com email.com t-online.de freenet.de
  yandex.com yandex.ru ya.ru mail.ru inbox.ru list.ru bk.ru rambler.ru
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com aliyun.com naver.com hanmail.net
  att.net bellsouth.net charter.net comcast.net cox.net earthlink.net sbcglobal.net verizon.net
  orange.fr wanadoo.fr free.fr laposte.net libero.it virgilio.it tiscali.it btinternet.com virginmedia.com
  bigpond.com rediffmail.com uol.com.br bol.com.br terra.com.br wp.pl onet.pl interia.pl seznam.cz
  skynet.be telenet.be ziggo.nl`;

/** Providers of the same kind that the list does not have. */
const unlisted = `proton.me pm.me tuta.com tutanota.com hey.com duck.com zohomail.com gmx.ch bluewin.ch daum.net kakao.com
  sfr.fr o2.pl`;

const publicMailDomains = new Set(`${listed} ${unlisted}`.split(/\s+/));

/** Whether people without a common employer have addresses of this domain. */
export function isPublicMailDomain(domain: string): boolean {
  return publicMailDomains.has(domain);
}
