import { IsOptional, MaxLength } from "class-validator";
import { Field, InputType, registerEnumType } from "type-graphql";
import type { DateOrder } from "./statement-row.ts";

export const StatementDateOrder = { ymd: "ymd", mdy: "mdy", dmy: "dmy" } as const satisfies Record<
  DateOrder,
  DateOrder
>;
registerEnumType(StatementDateOrder, {
  name: "StatementDateOrder",
  description: "Order of year, month and day in statement dates.",
  valuesConfig: {
    ymd: { description: "Year, month, day." },
    mdy: { description: "Month, day, year." },
    dmy: { description: "Day, month, year." },
  },
});

@InputType({
  description:
    "Column names and formats for reading a statement. Common column names are recognized automatically.",
})
export class StatementMappingInput {
  @Field(() => String, {
    nullable: true,
    description: "Column with the transaction date. Default: detected from common names.",
  })
  @IsOptional()
  @MaxLength(100)
  date?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Column with the signed amount. Default: detected from common names.",
  })
  @IsOptional()
  @MaxLength(100)
  amount?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Column with money out, when the statement has separate columns.",
  })
  @IsOptional()
  @MaxLength(100)
  debit?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Column with money in, when the statement has separate columns.",
  })
  @IsOptional()
  @MaxLength(100)
  credit?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Column with the payee. Default: detected from common names.",
  })
  @IsOptional()
  @MaxLength(100)
  payee?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Column with notes. Default: detected from common names.",
  })
  @IsOptional()
  @MaxLength(100)
  notes?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Column with the bank's transaction ID, used to detect duplicates.",
  })
  @IsOptional()
  @MaxLength(100)
  id?: string | null;
  @Field(() => StatementDateOrder, {
    nullable: true,
    description: "Order of year, month and day. Required when the dates are ambiguous.",
  })
  dateFormat?: DateOrder | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether amounts use a decimal comma, such as 1.234,50. Default: false.",
  })
  decimalComma?: boolean | null;
}
