/**
 * One word for each thing. Messages use `word`, and nothing that `never` matches. `except` lists prefixes of message
 * keys where the match means something else. Payer pages have their own texts (`payer/`), which address the customer.
 */
interface Term {
  word: string
  /** What `word` means. */
  of: string
  never: RegExp
  except?: readonly string[]
  /** Names of messages, files and declarations keep to `word` too. */
  isForNames?: true
  /** Prefixes of message keys that a stored or public code makes up. */
  exceptNames?: readonly string[]
}

/** Returns the words of a name, with spaces between them: of `taskRows` and `task_rows` the first is `task`. */
export const wordsOf = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_./-]/g, ' ')

export const glossary: readonly Term[] = [
  {
    word: 'customer',
    of: 'who pays the merchant',
    never: /\bbuyers?\b|\bpayers\b|\bshoppers?\b|\bclients?\b/i,
  },
  { word: 'postcode', of: 'the code of a postal address', never: /\bzip\b|\bpost(al)? codes?\b/i },
  {
    word: 'notification address',
    of: 'where the gateway sends notifications',
    never: /\b(notification|verification|return) urls?\b|\bcallbacks?\b|\bwebhook (address|url)s?\b/i,
  },
  {
    word: 'declined',
    of: 'a payment that the bank or the gateway did not let through',
    never:
      /\b(payments?|cards?) (was|were|is|are) (refused|rejected)\b|\b(refused|rejected) the (payment|card)\b/i,
  },
  {
    word: 'job',
    of: 'work that goes on by itself, such as an import',
    never: /\btasks?\b/i,
    isForNames: true,
    exceptNames: ['activity.kinds.task.', 'problems.task_state'],
  },
  {
    word: 'e-mail',
    of: 'electronic mail',
    never: /\bemails?\b/i,
    except: ['products.import.form.visible_fields'],
  },
  { word: 'activity', of: 'the record of who did what', never: /\b(activity|audit) logs?\b/i },
  {
    word: 'anonymise',
    of: 'removing what identifies a person',
    never: /\bblank(s|ed|ings?)?\b/i,
    isForNames: true,
    exceptNames: ['issues.blank', 'sandbox.fieldErrors.blank'],
  },
  {
    word: 'duplicate',
    of: 'a record of the same person or delivery',
    never: /\b(twins?|kin)\b/i,
    isForNames: true,
  },
  { word: 'authorization', of: 'the transaction that holds an amount', never: /\b(re)?authorisations?\b/i },
  { word: 'sign in', of: 'the way into the back office', never: /\blog(ged)?[ -]?(in|out)\b/i },
]
