import type { EntityManager } from "@mikro-orm/postgresql";
import { validationError } from "../../../../src/errors.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { checkedVariables } from "../contacts/checked-number.ts";
import type { VoiceContext } from "../voice.context.ts";
import { beginDialogue, matchAnswer, type DialogueState } from "./dialogue.ts";
import { findScriptProblems } from "./script-graph.ts";
import { readStep, scriptOf, versionOf } from "./scripts.service.ts";
import type * as types from "./try-script.types.ts";

/** Faults of a script, of draft steps, or of a planned next version. Throws NOT_FOUND and VALIDATION_ERROR. */
export function validateScript(
  ctx: VoiceContext,
  { scriptId, steps, variables }: types.ValidateScriptArgs,
): Promise<types.CallScriptValidation> {
  if (!scriptId && !steps)
    throw validationError([
      { path: "scriptId", message: "is required unless steps is given", rule: "required" },
    ]);
  const read = async (em: EntityManager) => {
    if (!scriptId) return verdict(findScriptProblems(steps!.map(readStep), variables ?? []));
    const script = await scriptOf(em, ctx, scriptId);
    const version = await versionOf(em, script, script.latestVersion);
    if (steps) return verdict(findScriptProblems(steps.map(readStep), variables ?? version.variables));
    return verdict(findScriptProblems(version.steps, version.variables));
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** How a call would go with these answers. Throws NOT_FOUND. */
export function simulateScript(
  ctx: VoiceContext,
  { scriptId, version, utterances, variables: given }: types.SimulateScriptArgs,
): Promise<types.SimulatedCall> {
  const variables = checkedVariables(given);
  const read = async (em: EntityManager) => {
    const script = await scriptOf(em, ctx, scriptId);
    const { steps } = await versionOf(em, script, version ?? script.latestVersion);
    const plan = { firstMessage: null, endPhrases: [], steps };
    const turns: Omit<types.SimulatedTurn, "index">[] = [];
    let state = beginDialogue(plan, variables);
    const describeState = ({ say, stepId }: DialogueState) =>
      void turns.push({ speaker: "agent", text: say, stepId });
    describeState(state);
    for (const text of utterances) {
      if (state.ended !== null) break;
      if (text.trim() !== "") turns.push({ speaker: "callee", text, stepId: state.stepId });
      state = matchAnswer(plan, state, text, variables);
      describeState(state);
    }
    const { ended, outcome, goalReached } = state;
    return {
      turns: turns.map((turn, index) => ({ index, ...turn })),
      ended: ended !== null,
      endedReason: ended,
      outcome,
      goalReached,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

function verdict(problems: types.CallScriptProblem[]): types.CallScriptValidation {
  return { valid: problems.length === 0, problems };
}
