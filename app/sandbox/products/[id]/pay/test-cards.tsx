import { getTranslator } from '@/lib/i18n/server'
import { testCards } from '@/lib/sandbox/cards/test-cards'

/** The cards that do something here; challenge cards come with the challenge page. */
export function TestCards() {
  const t = getTranslator('sandbox.testCards')
  const groups = { success: [], success3ds: [], declined: [], declined3ds: [] } as Record<
    'success' | 'success3ds' | 'declined' | 'declined3ds',
    string[]
  >
  for (const [number, { success, threeDSecure }] of testCards) {
    if (threeDSecure === 'challenge') continue
    groups[`${success ? 'success' : 'declined'}${threeDSecure === 'none' ? '' : '3ds'}`].push(number)
  }
  return (
    <details className="mt-4 rounded-md border px-4 py-1.5 text-sm">
      <summary className="cursor-pointer py-1 font-medium text-muted hover:text-text">{t('title')}</summary>
      <dl className="mt-2 grid gap-2.5">
        {Object.entries(groups).map(([group, numbers]) => (
          <div key={group}>
            <dt className="text-muted">{t(group as keyof typeof groups)}</dt>
            <dd className="flex flex-wrap gap-x-4 font-mono">
              {numbers.map((number) => (
                <span key={number}>{number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2.5 mb-1 text-muted">{t('hint')}</p>
    </details>
  )
}
