import type { ReloadContext } from "./auto-reload/reload.context.ts";
import type { BookingContext } from "./booking/booking.context.ts";
import type { FinanceContext } from "./finance/finance.context.ts";
import type { HvutContext } from "./hvut/hvut.context.ts";
import type { InvoicingContext } from "./invoicing/invoicing.context.ts";
import type { PayrollContext } from "./payroll/payroll.context.ts";
import type { VoiceContext } from "./voice/voice.context.ts";

/** A request with what every app of the gateway needs: the adapters and loaders of all of them. */
export type AllAppsContext = BookingContext &
  ReloadContext &
  FinanceContext &
  HvutContext &
  InvoicingContext &
  PayrollContext &
  VoiceContext;

/** The adapters of all apps. */
export type AllPorts = AllAppsContext["ports"];
