import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { generateImage } from "../../../subgraphs/hub/ai/images/generate-image.service.ts";
import type { GeneratedImage, GenerateImageInput } from "../../../subgraphs/hub/ai/images/image.types.ts";
import { grantPurchase } from "../../../subgraphs/hub/credits/grant-purchase.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { FileStorage } from "../../../subgraphs/hub/files/file-storage.port.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { openImageMocks, type ImageMock, type ImageProviderName } from "./image-mocks.ts";

/** The hub with mock providers of images, each reached through its own SDK. */
export interface ImageWorld {
  app: HubApp;
  mocks: Record<ImageProviderName, ImageMock>;
  /** Resets both providers and their breakers. */
  reset(): Promise<void>;
  /** A context of a new user who acts for `central` at a time. */
  contextFor(ownerId: string, at?: Date, changes?: Partial<HubContext>): HubContext;
  draw(ctx: HubContext, input?: Partial<GenerateImageInput>): Promise<GeneratedImage>;
  /** Grants purchased image credits to an account. */
  buyImages(ownerId: string, images: number): Promise<void>;
  creditsOf(ownerId: string): Promise<{ status: string; source: string }[]>;
  /** In hundredths. */
  poolOf(ownerId: string): Promise<{ balance: number; held: number } | undefined>;
  close(): Promise<void>;
}

export async function createImageWorld(options: { storage?: FileStorage } = {}): Promise<ImageWorld> {
  const mocks = await openImageMocks();
  const imageProviders = [mocks.openai.provider, mocks.google.provider];
  await Promise.all(imageProviders.map((provider) => provider.ready()));
  const signingKeys = [{ id: "k1", secret: "x".repeat(32) }];
  const files = options.storage ? { files: { storage: options.storage, signingKeys } } : {};
  const app = await createHubApp({ imageProviders, ...files });
  await app.database.query(
    `INSERT INTO hub.credit_packages (package_id, app_id, name, description, credits, price_cents, currency, price_id, sort_order, pool)
     VALUES ('pkg_images', 'central', 'Images', '10 images', 1000, 500, 'USD', 'price_images', 9, 'image')`,
  );
  const contextFor: ImageWorld["contextFor"] = (ownerId, at, changes = {}) => {
    const ctx = app.contextFor(ownerId, { appId: "central", requestId: newId("req"), ...(at ? { at } : {}) });
    return { ...ctx, ...changes };
  };
  return {
    app,
    mocks,
    reset: async () => {
      for (const mock of Object.values(mocks)) mock.behave("ok");
      await app.database.query("DELETE FROM hub.ai_breakers");
      await app.database.query("SELECT pg_notify('hub_ai_breakers', '')");
      await app.contextFor(null).ports.notices.settle();
    },
    contextFor,
    draw: (ctx, input = {}) =>
      generateImage(ctx, {
        prompt: "A red door.",
        size: "1024x1024",
        quality: "auto",
        style: "professional",
        ...input,
      }),
    buyImages: async (ownerId, images) => {
      const ctx = contextFor(ownerId);
      const bought = { id: newId("txn"), type: "credit_purchase", ownerId, appId: "central", amount: 500 };
      await inTransaction(ctx, (em) =>
        grantPurchase(ctx, em, { ...bought, packageId: "pkg_images", credits: images * 100 }),
      );
    },
    creditsOf: (ownerId) =>
      app.database.query(
        "SELECT status, source FROM hub.image_credits WHERE owner_id = $1 ORDER BY created_at, request_id",
        [ownerId],
      ),
    poolOf: async (ownerId) => {
      const [row] = await app.database.query<{ balance: number; held: number }>(
        "SELECT balance::int AS balance, held::int AS held FROM hub.credit_accounts WHERE owner_id = $1 AND pool = 'image'",
        [ownerId],
      );
      return row;
    },
    close: async () => {
      await app.close();
      await Promise.all(Object.values(mocks).map((mock) => mock.close()));
    },
  };
}
