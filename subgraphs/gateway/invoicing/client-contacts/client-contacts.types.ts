import { IsEmail, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType, ObjectType } from "type-graphql";

@ObjectType({ description: "A person at a client who can receive its documents." })
export class ClientContact {
  @Field(() => ID, { description: "Unique ID of the contact." })
  id: string;
  @Field(() => ID, { description: "ID of the client that the contact belongs to." })
  clientId: string;
  @Field(() => String, { description: "Name of the contact." })
  name: string;
  @Field(() => String, { description: "E-mail address of the contact." })
  email: string;
  @Field(() => Boolean, { description: "Whether this is the client's primary contact; exactly one is." })
  isPrimary: boolean;
  @Field(() => Boolean, {
    description: "Whether the contact receives the client's invoices, besides the client's own address.",
  })
  receivesInvoices: boolean;
  @Field(() => Date, { description: "Time at which the contact was added." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the contact's last change." })
  updatedAt: Date;
}

@ObjectType({ description: "All contacts of a client, the primary one first." })
export class ClientContactList {
  @Field(() => [ClientContact], { description: "Contacts of the client, up to 50." })
  contacts: ClientContact[];
}

@InputType({ description: "A person to add to a client." })
export class AddClientContactInput {
  @Field(() => ID, { description: "ID of the client." })
  @MaxLength(64)
  clientId: string;
  @Field(() => String, { description: "Name of the contact, up to 200 characters." })
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => String, { description: "E-mail address of the contact." })
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether to make this the primary contact. The first contact always is. Default false.",
  })
  isPrimary?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the contact receives the client's invoices. Default false.",
  })
  receivesInvoices?: boolean | null;
}

@InputType({ description: "Fields of a client contact to change; omitted fields keep their value." })
export class UpdateClientContactInput {
  @Field(() => ID, { description: "ID of the contact." })
  @MaxLength(64)
  contactId: string;
  @Field(() => String, { nullable: true, description: "New name of the contact, up to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => String, { nullable: true, description: "New e-mail address of the contact." })
  @IsOptional()
  @IsEmail({}, { message: "must be an e-mail address" })
  @MaxLength(254)
  email?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True makes this the primary contact. False is rejected for the primary one.",
  })
  isPrimary?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the contact receives the client's invoices.",
  })
  receivesInvoices?: boolean | null;
}

@InputType({ description: "The client contact to remove." })
export class RemoveClientContactInput {
  @Field(() => ID, { description: "ID of the contact." })
  @MaxLength(64)
  contactId: string;
}

@ObjectType({ description: "Confirmation that a client contact was removed." })
export class RemovedClientContact {
  @Field(() => ID, { description: "ID of the removed contact." })
  id: string;
  @Field(() => Boolean, { description: "Always true: the contact no longer exists." })
  removed: boolean;
}

@ArgsType()
export class ClientContactsArgs {
  @Field(() => ID, { description: "ID of the client whose contacts to list." })
  @MaxLength(64)
  clientId: string;
}
