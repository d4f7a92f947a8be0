import { Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { Property } from "../properties/property.entity.ts";
import type { PropertyContext } from "../property.context.ts";
import { scoreInBulk } from "./bulk-scoring.service.ts";
import { listMethods, readMethodDescription } from "./methods.service.ts";
import { ScoringMethod, ScoringMethodArgs, ScoringMethods } from "./methods.types.ts";
import { PropertyScore } from "./property-score.types.ts";
import { readScoreHistory } from "./score-history.service.ts";
import { ScoreHistory, ScoreHistoryArgs } from "./score-history.types.ts";
import { findPropertyScore, readPropertyScore } from "./scoring.service.ts";
import { BulkScores, BulkScoresArgs, PropertyScoreArgs, ScoreFieldArgs } from "./scoring.types.ts";
import { computeWhatIf } from "./what-if.service.ts";
import { ScoreWhatIf, ScoreWhatIfArgs } from "./what-if.types.ts";

@Resolver()
export class ScoringResolver {
  @Query(() => PropertyScore, {
    description: "Returns the Green Score of a property with its breakdown by indicator.",
  })
  propertyScore(
    @Ctx() ctx: PropertyContext,
    @Args(() => PropertyScoreArgs) args: PropertyScoreArgs,
  ): Promise<PropertyScore> {
    return readPropertyScore(ctx, args);
  }

  @Query(() => BulkScores, {
    description: "Returns the Green Scores of up to 50 properties. An unknown ID fails only its own entry.",
  })
  bulkPropertyScores(
    @Ctx() ctx: PropertyContext,
    @Args(() => BulkScoresArgs) args: BulkScoresArgs,
  ): Promise<BulkScores> {
    return scoreInBulk(ctx, args);
  }

  @Query(() => ScoreWhatIf, {
    description: "Calculates how changed figures would affect a property's score. Nothing is stored.",
  })
  scoreWhatIf(
    @Ctx() ctx: PropertyContext,
    @Args(() => ScoreWhatIfArgs) args: ScoreWhatIfArgs,
  ): Promise<ScoreWhatIf> {
    return computeWhatIf(ctx, args);
  }

  @Query(() => ScoreHistory, {
    description: "Returns the score history of a property, with the causes of each change.",
  })
  scoreHistory(
    @Ctx() ctx: PropertyContext,
    @Args(() => ScoreHistoryArgs) args: ScoreHistoryArgs,
  ): Promise<ScoreHistory> {
    return readScoreHistory(ctx, args);
  }

  @Query(() => ScoringMethods, { description: "Lists the published scoring methods." })
  scoringMethods(): ScoringMethods {
    return listMethods();
  }

  @Query(() => ScoringMethod, {
    description: "Returns the weights, formulas and reference tables of a scoring method.",
  })
  scoringMethod(@Args(() => ScoringMethodArgs) args: ScoringMethodArgs): ScoringMethod {
    return readMethodDescription(args);
  }
}

@Resolver(() => Property)
export class PropertyScoreResolver {
  @FieldResolver(() => PropertyScore, {
    nullable: true,
    description: "Green Score with its breakdown. Null when there is none. Requires the scope read:scoring.",
  })
  score(
    @Ctx() ctx: PropertyContext,
    @Root() { id }: Property,
    @Args(() => ScoreFieldArgs) args: ScoreFieldArgs,
  ): Promise<PropertyScore | null> {
    return findPropertyScore(ctx, id, args);
  }
}
