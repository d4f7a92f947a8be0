/** ABA routing number checksum: weights 3, 7, 1; the sum must end in 0. */
export function isRoutingNumber(digits: string): boolean {
  const weights = [3, 7, 1];
  const sum = digits
    .split("")
    .reduce((total, digit, index) => total + Number(digit) * weights[index % 3]!, 0);
  return /^\d{9}$/.test(digits) && sum > 0 && sum % 10 === 0;
}
