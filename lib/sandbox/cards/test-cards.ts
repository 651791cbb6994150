import 'server-only'

export type Outcome = { success: boolean; threeDSecure: 'none' | 'frictionless' | 'challenge' }

const group = (outcome: Outcome, ...numbers: string[]) => numbers.map((number) => [number, outcome] as const)

/** The provider’s published test cards (docs/gateway.md#test-cards). */
export const testCards: ReadonlyMap<string, Outcome> = new Map([
  ...group({ success: true, threeDSecure: 'none' }, '4200000000000000'),
  ...group({ success: false, threeDSecure: 'none' }, '4005550000000019'),
  ...group(
    { success: true, threeDSecure: 'frictionless' },
    '4012000000001006',
    '4012000000001055',
    '5204240000015003',
    '5204240000015011',
  ),
  ...group({ success: true, threeDSecure: 'challenge' }, '4012000000001097', '5204240000015029'),
  ...group(
    { success: false, threeDSecure: 'frictionless' },
    '4012000000001022',
    '4012000000001030',
    '4012000000001014',
    '5204240000015045',
    '5204240000015052',
    '5204240000015060',
  ),
])
