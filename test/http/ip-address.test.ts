import { describe, expect, test } from "vitest";
import { isInNetworks, plainAddress, plainNetwork } from "../../src/http/ip-address.ts";

describe("a network", () => {
  test.each([
    ["10.1.2.3/8", "10.0.0.0/8"],
    ["192.0.2.7", "192.0.2.7/32"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8:0:0::1/32", "2001:db8::/32"],
    ["2001:db8::1", "2001:db8::1/128"],
    ["::/0", "::/0"],
  ])("%s is %s", (text, network) => {
    expect(plainNetwork(text)).toBe(network);
  });

  test.each([
    "",
    "10",
    "10.1",
    "127.1/8",
    "010.0.0.1",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/0x8",
    "2001:db8::/129",
    "fe80::1%eth0/64",
    "::ffff:10.0.0.0/104",
    "host.example",
  ])("%j is none", (text) => {
    expect(plainNetwork(text)).toBeNull();
  });
});

describe("an address", () => {
  test("is IPv4 also when it comes in IPv6 clothes", () => {
    expect(plainAddress("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(plainAddress("192.0.2.1")).toBe("192.0.2.1");
    expect(plainAddress("2001:DB8::1")).toBe("2001:db8::1");
    for (const text of ["", "192.0.2", "unix", "0x7f.1"]) expect(plainAddress(text)).toBeNull();
  });

  test("lies in a network of its own kind alone, to the last bit", () => {
    const networks = ["192.0.2.128/25", "2001:db8::/33"];
    for (const inside of ["192.0.2.128", "192.0.2.255", "::ffff:192.0.2.200", "2001:db8:7fff::1"]) {
      expect([inside, isInNetworks(inside, networks)]).toEqual([inside, true]);
    }
    for (const outside of ["192.0.2.127", "192.0.3.0", "2001:db8:8000::", "::c000:280", "", "nowhere"]) {
      expect([outside, isInNetworks(outside, networks)]).toEqual([outside, false]);
    }
    expect(isInNetworks(null, ["0.0.0.0/0", "::/0"])).toBe(false);
    expect(isInNetworks("192.0.2.1", ["::/0"])).toBe(false);
  });
});
