import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { allZones, knownZonesOf } from "../../../../src/telephony/number-zones.ts";
import { minutesOf, timeOf } from "../../base/wall-clock.ts";
import { findRows } from "../voice.rows.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { isWithinHours, legalHours, nextWithinHours, type CallingHours } from "./calling-window.ts";
import { checkedNumber } from "./checked-number.ts";
import { disclosureLaws, isPlace, lawOf } from "../conversation/disclosure-laws.ts";
import type { RedactionKind } from "../transcripts/redact-text.ts";
import type * as types from "./calling-rules.types.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/** The account's rules; those of the law with three calls a day where it has set none. */
export interface RulesInForce extends CallingHours {
  maxAttemptsPerDay: number;
  /** Places in which agents need not say that they are an AI. */
  aiDisclosureOff: string[];
  keepRecordingsDays: number | null;
  keepTranscriptsDays: number | null;
  /** What is masked in every transcript. */
  redactKinds: RedactionKind[];
  version: number;
}

const rulesAtFirst: RulesInForce = {
  ...legalHours,
  days: [1, 2, 3, 4, 5, 6, 7],
  holidays: [],
  maxAttemptsPerDay: 3,
  aiDisclosureOff: [],
  keepRecordingsDays: null,
  keepTranscriptsDays: null,
  redactKinds: [],
  version: 0,
};

export function readCallingRules(ctx: VoiceContext): Promise<types.CallingRules> {
  const read = async (em: EntityManager) => present(await rulesOf(em, ownerOf(ctx)));
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Changes when the account calls, what its agents say, and for how long it keeps recordings and transcripts. Throws BUSINESS_RULE
 * for hours beyond those of the law, or that are none, and for a place whose law asks agents to say that they are an AI.
 */
export function updateCallingRules(
  ctx: VoiceContext,
  input: types.UpdateCallingRulesInput,
): Promise<types.CallingRules> {
  const { from, to } = input.hours ?? input;
  if (input.hours && (input.from || input.to))
    throw validationError([
      { path: "hours", message: "must be omitted when from or to is given", rule: "hours" },
    ]);
  const aiDisclosureOff = checkedPlaces(input.aiDisclosureOff);
  return exactlyOnce(ctx, { operation: "updateCallingRules", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const before = await rulesOf(em, ownerId);
    const rules: RulesInForce = {
      fromMinute: from ? minutesOf(from) : before.fromMinute,
      toMinute: to ? minutesOf(to) : before.toMinute,
      days: input.days ? [...new Set(input.days)].toSorted((a, b) => a - b) : before.days,
      holidays: input.holidays
        ? [...new Set(input.holidays)].toSorted((a, b) => (a < b ? -1 : 1))
        : before.holidays,
      maxAttemptsPerDay: input.maxAttemptsPerDay ?? before.maxAttemptsPerDay,
      aiDisclosureOff: aiDisclosureOff ?? before.aiDisclosureOff,
      keepRecordingsDays: given(input.keepRecordingsDays, before.keepRecordingsDays),
      keepTranscriptsDays: given(input.keepTranscriptsDays, before.keepTranscriptsDays),
      redactKinds: input.redactKinds ? [...new Set(input.redactKinds)].toSorted() : before.redactKinds,
      version: before.version + 1,
    };
    const isLegal = rules.fromMinute >= legalHours.fromMinute && rules.toMinute <= legalHours.toMinute;
    if (!isLegal || rules.fromMinute >= rules.toMinute)
      throw businessRule("legal_hours", "Calling hours must be within 08:00 to 21:00. Set from before to.", {
        from: timeOf(legalHours.fromMinute),
        to: timeOf(legalHours.toMinute),
      });
    // Said again, they are as they were.
    if (isDeepStrictEqual({ ...rules, version: 0 }, { ...before, version: 0 })) return present(before);
    const [saved] = await executeSql<{ version: number }>(
      em,
      `INSERT INTO caller_rules AS r (owner_id, from_minute, to_minute, days, holidays, max_attempts_per_day, version, updated_at,
         ai_disclosure_off, keep_recordings_days, keep_transcripts_days,
         redact_kinds) VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11)
       ON CONFLICT (owner_id) DO UPDATE SET from_minute = $2, to_minute = $3, days = $4, holidays = $5,
         max_attempts_per_day = $6, version = r.version + 1, updated_at = $7, ai_disclosure_off = $8, keep_recordings_days = $9,
         keep_transcripts_days = $10, redact_kinds = $11 RETURNING version`,
      [
        ownerId,
        rules.fromMinute,
        rules.toMinute,
        rules.days,
        rules.holidays,
        rules.maxAttemptsPerDay,
        ctx.clock.now(),
        rules.aiDisclosureOff,
        rules.keepRecordingsDays,
        rules.keepTranscriptsDays,
        rules.redactKinds,
      ],
    );
    return present({ ...rules, version: saved!.version });
  });
}

/** Whether a number may be called at a moment, and else when. */
export function checkCallingWindow(
  ctx: VoiceContext,
  { phone, at }: types.CallingWindowArgs,
): Promise<types.CallingWindow> {
  const number = checkedNumber(phone);
  const read = async (em: EntityManager) => {
    const rules = await rulesOf(em, ownerOf(ctx));
    const zones = await zonesOfPerson(em, ownerOf(ctx), number);
    const moment = at ?? ctx.clock.now();
    return {
      phone: number,
      allowed: isWithinHours(zones, rules, moment),
      nextAllowedAt: nextWithinHours(zones, rules, moment),
      timezone: zones[0]!,
      timezones: zones,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

export async function rulesOf(em: EntityManager, ownerId: string): Promise<RulesInForce> {
  const [row] = await executeSql<RulesInForce>(
    em,
    `SELECT from_minute AS "fromMinute", to_minute AS "toMinute", days, holidays,
       max_attempts_per_day AS "maxAttemptsPerDay", version,
       ai_disclosure_off AS "aiDisclosureOff", keep_recordings_days AS "keepRecordingsDays",
       keep_transcripts_days AS "keepTranscriptsDays", redact_kinds AS "redactKinds" FROM caller_rules WHERE owner_id = $1`,
    [ownerId],
  );
  return row ?? rulesAtFirst;
}

/** Zones in which a number may be: of its region, else its contact's, else all that numbers of its kind have. */
export async function zonesOfPerson(
  em: EntityManager,
  ownerId: string,
  number: string,
): Promise<readonly string[]> {
  const known = knownZonesOf(number);
  if (known !== null) return known;
  const [contact] = await findRows(em, "caller_contacts", "owner_id = $1 AND phone = $2", [ownerId, number]);
  return contact?.timezone ? [contact.timezone] : allZones;
}

/** Null takes a number of days back; undefined leaves it. */
function given(wanted: number | null | undefined, before: number | null): number | null {
  return wanted === undefined ? before : wanted;
}

/** Places, each once. Throws VALIDATION_ERROR for what is none, and BUSINESS_RULE where a law asks for disclosure. */
function checkedPlaces(places: readonly string[] | null | undefined): string[] | null {
  if (!places) return null;
  const unknown = places.findIndex((place) => !isPlace(place));
  if (unknown >= 0)
    throw validationError([
      {
        path: `aiDisclosureOff.${unknown}`,
        message: "must be a country such as GB, or a state such as US-TX",
        rule: "place",
      },
    ]);
  for (const place of places) {
    const law = lawOf(place);
    if (law !== null)
      throw businessRule(
        "ai_disclosure_required",
        `A law of ${place} requires agents to say that they are an AI. Remove ${place} from aiDisclosureOff.`,
        { place, law: law.law, source: law.source },
      );
  }
  return [...new Set(places)].toSorted();
}

function present(rules: RulesInForce): types.CallingRules {
  const { fromMinute, toMinute, days, holidays, maxAttemptsPerDay, version } = rules;
  const { aiDisclosureOff, keepRecordingsDays, keepTranscriptsDays, redactKinds } = rules;
  return {
    aiDisclosureOff: [...aiDisclosureOff],
    aiDisclosureLaws: disclosureLaws.map((law) => ({ ...law })),
    keepRecordingsDays,
    keepTranscriptsDays,
    redactKinds: [...redactKinds],
    from: timeOf(fromMinute),
    to: timeOf(toMinute),
    days: [...days],
    holidays: [...holidays],
    maxAttemptsPerDay,
    version,
  };
}
