/**
 * The interface has no rule for e-mail addresses. Allows what mail allows (RFC 5322, “dot-atom”), also domains in
 * Punycode, which zod's own pattern refuses.
 */
export const emailPattern =
  /^[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]+(?:\.[A-Za-z0-9_!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/
