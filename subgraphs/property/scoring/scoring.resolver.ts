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
import { askWhatIf } from "./what-if.service.ts";
import { ScoreWhatIf, ScoreWhatIfArgs } from "./what-if.types.ts";

@Resolver()
export class ScoringResolver {
  @Query(() => PropertyScore, {
    description: "The Green Score of one property, with what it was made from.",
  })
  propertyScore(
    @Ctx() ctx: PropertyContext,
    @Args(() => PropertyScoreArgs) args: PropertyScoreArgs,
  ): Promise<PropertyScore> {
    return readPropertyScore(ctx, args);
  }

  @Query(() => BulkScores, {
    description: "The Green Scores of up to 50 properties. An id that is not known fails alone.",
  })
  bulkPropertyScores(
    @Ctx() ctx: PropertyContext,
    @Args(() => BulkScoresArgs) args: BulkScoresArgs,
  ): Promise<BulkScores> {
    return scoreInBulk(ctx, args);
  }

  @Query(() => ScoreWhatIf, {
    description: "What the score of a property would be with other figures. Nothing is kept.",
  })
  scoreWhatIf(
    @Ctx() ctx: PropertyContext,
    @Args(() => ScoreWhatIfArgs) args: ScoreWhatIfArgs,
  ): Promise<ScoreWhatIf> {
    return askWhatIf(ctx, args);
  }

  @Query(() => ScoreHistory, {
    description: "Every result that was the property's score, and why each differs from the one before.",
  })
  scoreHistory(
    @Ctx() ctx: PropertyContext,
    @Args(() => ScoreHistoryArgs) args: ScoreHistoryArgs,
  ): Promise<ScoreHistory> {
    return readScoreHistory(ctx, args);
  }

  @Query(() => ScoringMethods, { description: "The published methods of scoring." })
  scoringMethods(): ScoringMethods {
    return listMethods();
  }

  @Query(() => ScoringMethod, { description: "Weights, formulas and tables of one method." })
  scoringMethod(@Args(() => ScoringMethodArgs) args: ScoringMethodArgs): ScoringMethod {
    return readMethodDescription(args);
  }
}

@Resolver(() => Property)
export class PropertyScoreResolver {
  @FieldResolver(() => PropertyScore, {
    nullable: true,
    description: "The score with what it was made from. It has a scope of its own, read:scoring.",
  })
  score(
    @Ctx() ctx: PropertyContext,
    @Root() { id }: Property,
    @Args(() => ScoreFieldArgs) args: ScoreFieldArgs,
  ): Promise<PropertyScore | null> {
    return findPropertyScore(ctx, id, args);
  }
}
