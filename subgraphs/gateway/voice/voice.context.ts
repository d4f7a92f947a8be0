import type { GatewayContext } from "../base/gateway.context.ts";
import type { AccountOperations } from "./agent-tools/account-operations.port.ts";
import type { LanguageModel } from "./conversation/language-model.port.ts";
import type { RecordingFiles } from "./recordings/recording-files.port.ts";
import type { VoicePorts } from "./voice-carrier.port.ts";

/** A request as the voice app's resolvers and use cases see it. */
export interface VoiceContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** The carrier of calls. */
    voice: VoicePorts;
    /** Texts of a language model, for conversations and summaries. */
    languageModel: LanguageModel;
    recordingFiles: RecordingFiles;
    /** Operations of the account's other apps, which agents use during calls. */
    accountOperations: AccountOperations;
  };
}
