/** A step of a pipeline. */
export interface PipelineStage {
  /** Key, unique in the pipeline. */
  stage: string;
  name: string;
  /** Probability of winning a deal of this stage, in percent from 0 to 100. */
  probability: number;
}

export interface Pipeline {
  pipeline: string;
  name: string;
  stages: readonly PipelineStage[];
  version: number;
}

/** The pipeline of every account that has not changed it. Version 0: it is not stored. */
export const standardPipeline: Pipeline = {
  pipeline: "sales",
  name: "Sales",
  stages: [
    { stage: "lead", name: "Lead", probability: 10 },
    { stage: "qualified", name: "Qualified", probability: 25 },
    { stage: "proposal", name: "Proposal", probability: 50 },
    { stage: "negotiation", name: "Negotiation", probability: 75 },
  ],
  version: 0,
};

/** Probability that a deal is won, in percent; a closed one is certain. A stage that no longer exists has 0. */
export function probabilityOf(
  { status, stage }: { status: "open" | "won" | "lost"; stage: string },
  stages: readonly PipelineStage[],
): number {
  if (status !== "open") return status === "won" ? 100 : 0;
  return stages.find((one) => one.stage === stage)?.probability ?? 0;
}
