import { ArrayMaxSize, ArrayMinSize, MaxLength, ValidateNested } from "class-validator";
import { Field, ID, InputType, ObjectType, registerEnumType } from "type-graphql";

@InputType({ description: "A ticket that was scanned at the entrance." })
export class ScanInput {
  @Field(() => String, { description: "Code printed on the ticket, ignoring case." })
  @MaxLength(64)
  ticketCode: string;
  @Field(() => Date, {
    description: "Time of the scan by the device's clock. One in the future counts as now.",
  })
  at: Date;
}

@InputType({ description: "Scans that a device has kept while its network was away." })
export class CheckInScansInput {
  @Field(() => [ScanInput], { description: "Up to 200 scans, in their order." })
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  scans: ScanInput[];
}

export const ScanOutcome = {
  checked_in: "checked_in",
  already_checked_in: "already_checked_in",
  void: "void",
  unknown: "unknown",
} as const;
export type ScanOutcome = keyof typeof ScanOutcome;
registerEnumType(ScanOutcome, {
  name: "ScanOutcome",
  description: "Result of a scan.",
  valuesConfig: {
    checked_in: { description: "This scan has checked the ticket in." },
    already_checked_in: { description: "Another scan has checked it in before." },
    void: { description: "The registration or the event was cancelled, or the ticket was passed on." },
    unknown: { description: "No ticket of yours has this code." },
  },
});

@ObjectType({ description: "Result of one scan." })
export class ScanResult {
  @Field(() => String, { description: "Code as it was scanned." })
  ticketCode: string;
  @Field(() => ScanOutcome, { description: "Result of the scan." })
  outcome: ScanOutcome;
  @Field(() => ID, { nullable: true, description: "ID of the ticket. Null for an unknown code." })
  ticketId: string | null;
  @Field(() => String, { nullable: true, description: "Name of the attendee. Null when not given." })
  attendeeName: string | null;
  @Field(() => Date, { nullable: true, description: "Time of the check-in that counts. Null without one." })
  checkedInAt: Date | null;
}

@ObjectType({ description: "Results of scans, in their order." })
export class ScanResults {
  @Field(() => [ScanResult], { description: "Result of each scan." })
  results: ScanResult[];
}
