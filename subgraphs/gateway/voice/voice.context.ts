import type { GatewayContext } from "../base/gateway.context.ts";
import type { VoicePorts } from "./voice-carrier.port.ts";

/** A request as the voice app's resolvers and use cases see it. */
export interface VoiceContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** The carrier of calls. */
    voice: VoicePorts;
  };
}
