import { Arg, Args, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { receiveMailReports } from "../suppressions/bounce-reports.service.ts";
import { MailReportsAnswer, ReceiveMailReportsInput } from "../suppressions/bounce.types.ts";
import { hearCarrier } from "../carrier/carrier-hooks.service.ts";
import { SendEmailInput, SentEmail } from "../mails/mail.types.ts";
import { sendEmail } from "../mails/send-email.service.ts";
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
import { sendPhoneNotice } from "./phone-notices.service.ts";
import { PhoneNotice, SendPhoneNoticeInput } from "./phone-notices.types.ts";
import { placeCall, sendSms } from "./sms-send.service.ts";

@Resolver()
export class MessageResolver {
  @Query(() => CrmMessagePage, {
    description: "Lists e-mails, text messages and calls of the account, newest first.",
  })
  crmMessages(@Ctx() ctx: HubContext, @Args(() => MessagesArgs) args: MessagesArgs): Promise<CrmMessagePage> {
    return listMessages(ctx, args);
  }

  @Query(() => CrmMessage, {
    description: "Returns one e-mail, text message or call with its delivery status.",
  })
  crmMessage(
    @Ctx() ctx: HubContext,
    @Arg("messageId", () => ID, { description: "ID of the message to read." }) messageId: string,
  ): Promise<CrmMessage> {
    return readMessage(ctx, messageId);
  }

  @Mutation(() => SentEmail, {
    description: "Sends an e-mail to one person, once, with a template, files and the rules of campaigns.",
  })
  sendEmail(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SendEmailInput, { description: "E-mail to send." }) input: SendEmailInput,
  ): Promise<SentEmail> {
    return sendEmail(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => PhoneNotice, {
    description: "Sends a transactional message of an app to a phone. Internal to the platform.",
  })
  sendPhoneNotice(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SendPhoneNoticeInput, { description: "Message to send." })
    input: SendPhoneNoticeInput,
  ): Promise<PhoneNotice> {
    return sendPhoneNotice(ctx, input);
  }

  @Mutation(() => SentSms, {
    description: "Sends a text message to a phone, once. Marketing respects the recipient's quiet hours.",
  })
  sendSms(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SendSmsInput, { description: "Text message to send." }) input: SendSmsInput,
  ): Promise<SentSms> {
    return sendSms(ctx, input);
  }

  @Mutation(() => PlacedCall, {
    description:
      "Places a phone call that speaks a script, once. Marketing respects the recipient's quiet hours.",
  })
  placeCall(
    @Ctx() ctx: HubContext,
    @Arg("input", () => PlaceCallInput, { description: "Call to place." }) input: PlaceCallInput,
  ): Promise<PlacedCall> {
    return placeCall(ctx, input);
  }

  @Mutation(() => MailReportsAnswer, {
    description: "Receives signed delivery reports from a mail server: delivered, bounced, complained.",
  })
  receiveMailReports(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ReceiveMailReportsInput, { description: "Signed reports." })
    input: ReceiveMailReportsInput,
  ): Promise<MailReportsAnswer> {
    return receiveMailReports(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => MessageLinkAnswer, {
    description: "Handles a link in a message. For the router only.",
  })
  followMessageLink(
    @Ctx() ctx: HubContext,
    @Arg("input", () => MessageLinkInput, { description: "Request to the link." }) input: MessageLinkInput,
  ): Promise<MessageLinkAnswer> {
    return followMessageLink(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => MessageLinkAnswer, {
    description: "Handles a webhook of the phone carrier. For the router only.",
  })
  hearCarrier(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CarrierHookInput, { description: "Request from the carrier." })
    input: CarrierHookInput,
  ): Promise<MessageLinkAnswer> {
    return hearCarrier(ctx, input);
  }
}
