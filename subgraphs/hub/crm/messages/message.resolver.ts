import { Arg, Args, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { receiveMailReports } from "../suppressions/bounce-reports.service.ts";
import { MailReportsAnswer, ReceiveMailReportsInput } from "../suppressions/bounce.types.ts";
import { hearCarrier } from "../carrier/carrier-hooks.service.ts";
import { followMessageLink } from "./message-links.service.ts";
import { CarrierHookInput, MessageLinkAnswer, MessageLinkInput } from "./message-links.types.ts";
import { listMessages, readMessage } from "./message-list.service.ts";
import {
  CrmMessage,
  CrmMessagePage,
  PlaceCallInput,
  PlacedCall,
  SendSmsInput,
  SentSms,
} from "./message-phone.types.ts";
import { MessagesArgs } from "./message.types.ts";
import { placeCall, sendSms } from "./sms-send.service.ts";

@Resolver()
export class MessageResolver {
  @Query(() => CrmMessagePage, {
    description: "E-mails, texts and calls of the caller's account, newest first.",
  })
  crmMessages(@Ctx() ctx: HubContext, @Args(() => MessagesArgs) args: MessagesArgs): Promise<CrmMessagePage> {
    return listMessages(ctx, args);
  }

  @Query(() => CrmMessage, { description: "One e-mail, text or call, and how far it is." })
  crmMessage(@Ctx() ctx: HubContext, @Arg("messageId", () => ID) messageId: string): Promise<CrmMessage> {
    return readMessage(ctx, messageId);
  }

  @Mutation(() => SentSms, { description: "Sends a text to a phone, once, within the recipient's hours." })
  sendSms(@Ctx() ctx: HubContext, @Arg("input", () => SendSmsInput) input: SendSmsInput): Promise<SentSms> {
    return sendSms(ctx, input);
  }

  @Mutation(() => PlacedCall, {
    description: "Calls a phone and says a script, once, within the recipient's hours.",
  })
  placeCall(
    @Ctx() ctx: HubContext,
    @Arg("input", () => PlaceCallInput) input: PlaceCallInput,
  ): Promise<PlacedCall> {
    return placeCall(ctx, input);
  }

  @Mutation(() => MailReportsAnswer, {
    description:
      "Takes in what a mail server tells of messages, which it signs: delivered, bounced, complained.",
  })
  receiveMailReports(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ReceiveMailReportsInput) input: ReceiveMailReportsInput,
  ): Promise<MailReportsAnswer> {
    return receiveMailReports(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => MessageLinkAnswer, {
    description: "What a link of a message leads to. For the router alone.",
  })
  followMessageLink(
    @Ctx() ctx: HubContext,
    @Arg("input", () => MessageLinkInput) input: MessageLinkInput,
  ): Promise<MessageLinkAnswer> {
    return followMessageLink(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => MessageLinkAnswer, { description: "What the carrier is answered. For the router alone." })
  hearCarrier(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CarrierHookInput) input: CarrierHookInput,
  ): Promise<MessageLinkAnswer> {
    return hearCarrier(ctx, input);
  }
}
