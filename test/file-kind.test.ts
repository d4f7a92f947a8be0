import { expect, test } from "vitest";
import { isOfType, readText, uploadTypes, type UploadType } from "../src/file-kind.ts";

const samples: Record<UploadType, Buffer> = {
  "image/png": Buffer.from("89504e470d0a1a0a0000000d", "hex"),
  "image/jpeg": Buffer.from("ffd8ffe000104a464946", "hex"),
  "application/pdf": Buffer.from("%PDF-1.7\n"),
  "text/csv": Buffer.from("email,name\na@b.example,Ä\n"),
  "text/plain": Buffer.from("Some words."),
  "text/calendar": Buffer.from("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
  "application/json": Buffer.from('{"a":1}'),
};

test.each(uploadTypes)("bytes of %s are not detected as another type", (type) => {
  expect(isOfType(samples[type], type)).toBe(true);
  for (const other of ["image/png", "image/jpeg", "application/pdf"] as const)
    expect(isOfType(samples[other], type), other).toBe(other === type);
});

test.each<[string, Uint8Array, UploadType]>([
  ["no UTF-8", Buffer.from([0xc3, 0x28]), "text/csv"],
  ["NUL", Buffer.from("a\0b"), "text/plain"],
  ["half of an object", Buffer.from('{"a":'), "application/json"],
  ["no calendar", Buffer.from("Dear all"), "text/calendar"],
  ["the beginning of a signature", Buffer.from([0x89, 0x50]), "image/png"],
  ["nothing", new Uint8Array(), "application/pdf"],
])("%s is refused", (_what, bytes, type) => expect(isOfType(bytes, type)).toBe(false));

test("text is read whole, or not at all", () => {
  expect(readText(Buffer.from("é\n"))).toBe("é\n");
  expect(readText(Buffer.from([0xff]))).toBeNull();
});
