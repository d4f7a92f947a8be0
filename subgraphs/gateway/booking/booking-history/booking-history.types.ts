import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { JSONObjectScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { BookingIdInput, BookingStatus } from "../bookings/bookings.types.ts";

export const BookingChangeType = {
  created: "created",
  confirmed: "confirmed",
  declined: "declined",
  rescheduled: "rescheduled",
  cancelled: "cancelled",
  checked_in: "checked_in",
  completed: "completed",
  no_show: "no_show",
  updated: "updated",
  noted: "noted",
} as const;
export type BookingChangeType = keyof typeof BookingChangeType;
registerEnumType(BookingChangeType, {
  name: "BookingChangeType",
  description: "What happened to a booking.",
  valuesConfig: {
    created: { description: "The booking was made." },
    confirmed: { description: "The pending booking was accepted." },
    declined: { description: "The pending booking was rejected." },
    rescheduled: { description: "The booking moved to another time or provider." },
    cancelled: { description: "The booking was cancelled." },
    checked_in: { description: "The customer arrived." },
    completed: { description: "The appointment took place." },
    no_show: { description: "The customer did not come." },
    updated: { description: "Notes, answers or the number of seats changed." },
    noted: { description: "A note was added." },
  },
});

export const NoteVisibility = { internal: "internal", shared: "shared" } as const;
export type NoteVisibility = keyof typeof NoteVisibility;
registerEnumType(NoteVisibility, {
  name: "BookingNoteVisibility",
  description: "Who sees a note on a booking.",
  valuesConfig: {
    internal: { description: "Only the account." },
    shared: { description: "The customer too, in later emails about the booking." },
  },
});

@InputType({
  description: "Changes to a booking other than time and provider. Omitted fields stay unchanged.",
})
export class UpdateBookingDetailsInput extends BookingIdInput {
  @Field(() => String, {
    nullable: true,
    description: "Notes to store with the booking, up to 5,000 characters. Null: no notes.",
  })
  @IsOptional()
  @MaxLength(5000)
  notes?: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description: "Answers to your intake questions, replacing the current ones. Null: no answers.",
  })
  answers?: Record<string, unknown> | null;
  @Field(() => Int, {
    nullable: true,
    description: "Number of seats, at most the capacity when booked. The price changes with it.",
  })
  @IsOptional()
  @Min(1)
  @Max(1000)
  partySize?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Expected current version. If it differs, the update returns `VERSION_CONFLICT`.",
  })
  @IsOptional()
  @Min(1)
  @Max(2_147_483_647)
  version?: number | null;
}

@InputType({ description: "A note to add to a booking." })
export class AddBookingNoteInput extends BookingIdInput {
  @Field(() => String, { description: "Text of the note, up to 2,000 characters." })
  @MaxLength(2000)
  @Matches(/\S/, { message: "must not be blank" })
  text: string;
  @Field(() => NoteVisibility, { defaultValue: "internal", description: "Who sees the note." })
  visibility: NoteVisibility;
}

@ObjectType({ description: "A note on a booking." })
export class BookingNote {
  @Field(() => ID, { description: "Unique ID of the note in the booking's history, prefixed `bkh_`." })
  id: string;
  @Field(() => ID, { description: "ID of the booking." })
  bookingId: string;
  @Field(() => String, { description: "Text of the note." })
  text: string;
  @Field(() => NoteVisibility, { description: "Who sees the note." })
  visibility: NoteVisibility;
  @Field(() => Date, { description: "Time the note was added." })
  createdAt: Date;
}

@ObjectType({ description: "A change of a booking, with the booking as it was afterwards." })
export class BookingHistoryEntry {
  @Field(() => ID, { description: "Unique ID of the entry, prefixed `bkh_`." })
  id: string;
  @Field(() => ID, { description: "ID of the booking." })
  bookingId: string;
  @Field(() => BookingChangeType, { description: "What happened." })
  type: BookingChangeType;
  @Field(() => Date, { description: "Time of the change." })
  at: Date;
  @Field(() => String, {
    nullable: true,
    description: "Kind of principal: `user`, `api_key` or `service_account`. Null: the platform itself.",
  })
  actorType: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the principal. Null: the platform itself." })
  actorId: string | null;
  @Field(() => BookingStatus, { description: "Status of the booking after the change." })
  status: BookingStatus;
  @Field(() => Date, { description: "Start time of the appointment after the change." })
  startsAt: Date;
  @Field(() => ID, { description: "ID of the provider after the change." })
  providerId: string;
  @Field(() => Int, { description: "Number of seats after the change." })
  partySize: number;
  @Field(() => String, {
    nullable: true,
    description: "Latest reason given for a change of the booking. Null when none was given.",
  })
  reason: string | null;
  @Field(() => String, { nullable: true, description: "Text of the note. Null unless a note was added." })
  note: string | null;
  @Field(() => NoteVisibility, {
    nullable: true,
    description: "Who sees the note. Null unless a note was added.",
  })
  visibility: NoteVisibility | null;
}

@ObjectType({ description: "A page of a booking's history, newest first." })
export class BookingHistoryPage extends countedPageOf(BookingHistoryEntry, "entries", {
  total: "Entries of the booking's history, across all pages.",
  nextCursor: nextPage,
}) {}

@ArgsType()
export class BookingHistoryArgs extends PageArgs {
  @Field(() => ID, { description: "ID of the booking." })
  @MaxLength(64)
  bookingId: string;
}
