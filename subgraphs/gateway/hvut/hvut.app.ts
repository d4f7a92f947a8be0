import { everyOperation, type GatewayApp } from "../base/gateway-app.ts";
import { FilerEntity } from "./filers/filer.entity.ts";
import { FilingEntity } from "./filings/filing.entity.ts";
import { hvutFeature } from "./hvut.feature.ts";
import { refreshFilingsJob } from "./hvut.jobs.ts";
import { ScheduleEntity } from "./schedules/schedule.entity.ts";
import { sendScheduleMailJob } from "./schedules/send-schedule-mail.job.ts";
import { VehicleEntity } from "./vehicles/vehicle.entity.ts";
import { hvutTaxTables } from "./tax/hvut-tax-tables.ts";

/** The truck tax app: filers, vehicles and returns of Form 2290. */
export const hvutApp: GatewayApp = {
  features: [hvutFeature],
  entities: [FilerEntity, VehicleEntity, FilingEntity, ScheduleEntity],
  jobs: [refreshFilingsJob, sendScheduleMailJob],
  prices: everyOperation,
  taxTables: () => hvutTaxTables,
};
