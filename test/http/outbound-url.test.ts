import { describe, expect, test } from "vitest";
import type { DomainError } from "../../src/errors.ts";
import { assertPublicUrl, isPublicAddress } from "../../src/http/outbound-url.ts";

const codeOf = (url: string, allowHosts: readonly string[] = []): string | null => {
  try {
    assertPublicUrl(url, allowHosts);
    return null;
  } catch (error) {
    return (error as DomainError).code;
  }
};

describe("a URL that a caller names", () => {
  test.each([
    ["https://hooks.customer.example/a?b=c", "https://hooks.customer.example/a?b=c"],
    ["https://hooks.customer.example:443", "https://hooks.customer.example/"],
    ["HTTPS://Hooks.Customer.Example:8443/A", "https://hooks.customer.example:8443/A"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ])("%s is called as %s", (text, normal) => {
    expect(assertPublicUrl(text).href).toBe(normal);
  });

  test.each([
    // Not a URL, or not one of ours to call.
    "",
    "hooks.customer.example",
    "/hook",
    "http://hooks.customer.example/",
    "ftp://hooks.customer.example/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "https://user:pass@hooks.customer.example/",
    "https://user@hooks.customer.example/",
    "https://hooks.customer.example/#part",
    "https://hooks.customer.example/#",
    "https://hooks.customer.example:22/",
    "https://hooks.customer.example:80/",
    `https://hooks.customer.example/${"a".repeat(2_100)}`,
    // Loopback in every spelling.
    "https://localhost/",
    "https://LOCALHOST./",
    "https://api.localhost/",
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0x0.0x0.0x1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://１２７.０.０.１/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127.0.0.1%2e/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://0.0.0.0/",
    "https://0/",
    "https://[::]/",
    // Private, link-local and shared addresses, and those that translate to them.
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0xa9fea9fe/",
    "https://100.64.0.1/",
    "https://198.18.0.1/",
    "https://192.0.0.1/",
    "https://192.0.2.1/",
    "https://192.88.99.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001::1]/",
    "https://[2001:db8::1]/",
    "https://[100::1]/",
    "https://[::ffff:0:127.0.0.1]/",
  ])("%s is refused", (url) => {
    expect(codeOf(url)).toBe("INVALID_URL");
  });

  test("an allowed host may be anywhere, by http and at any port; others may not", () => {
    expect(codeOf("http://127.0.0.1:80/hook", ["127.0.0.1"])).toBeNull();
    expect(codeOf("http://127.0.0.2:8080/hook", ["127.0.0.1"])).toBe("INVALID_URL");
    expect(codeOf("http://user@127.0.0.1/hook", ["127.0.0.1"])).toBe("INVALID_URL");
    expect(codeOf("file:///etc/passwd", ["127.0.0.1", ""])).toBe("INVALID_URL");
  });

  test("a refused URL names the field and reveals nothing of the network", () => {
    expect(() => assertPublicUrl("https://10.0.0.1/", [], "webhookUrls.0")).toThrow(
      expect.objectContaining({
        details: {
          fields: [{ path: "webhookUrls.0", message: "must have a public host", rule: "publicUrl" }],
        },
      }),
    );
  });
});

test("an address is public or not whatever its notation", () => {
  expect(["8.8.8.8", "2606:4700::1111"].map(isPublicAddress)).toEqual([true, true]);
  const refused = ["", "example.com", "127.0.0.1", "fe80::1%eth0", "::ffff:8.8.8.8", "::8.8.8.8", "4000::1"];
  expect(refused.filter(isPublicAddress)).toEqual([]);
});
