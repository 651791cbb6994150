/** The kind of a value in a request: how a form holds it, and how a file writes it. */
export type FieldKind =
  | { kind: 'text' | 'amount' | 'number' | 'flag' | 'lines' | 'texts' | 'methods' | 'json' | 'language' }
  | { kind: 'currency' | 'country' | 'moment' | 'date' | 'localMoment' | 'token' }
  | { kind: 'choice' | 'choices'; of: readonly string[] }
  | { kind: 'rows'; fields: Readonly<Record<string, FieldKind>> }
