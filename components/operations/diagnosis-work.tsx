'use client'
import { useTranslations } from 'use-intl'
import { Card, Section } from '@/components/ui/card'
import { Badge } from '@/components/ui/text/badge'
import { DescriptionList } from '@/components/ui/text/description-list'
import type { Diagnosis } from '@/lib/operations/diagnosis'

type Shop = Diagnosis['shops'][number]
type Queue = Diagnosis['queues'][number]

export function ShopCard({ shops }: { shops: readonly Shop[] }) {
  const t = useTranslations('diagnosis')
  return (
    <Card>
      <Section title={t('shops')}>
        {shops.length === 0 && <p className="text-md/5 text-muted">{t('noShops')}</p>}
        <ul className="grid gap-4">
          {shops.map((shop) => (
            <li key={shop.id} className="border-b pb-4 last:border-b-0 last:pb-0">
              <h3 className="mb-1.5 text-md font-semibold wrap-anywhere">{shop.name}</h3>
              <ShopFacts shop={shop} />
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  )
}

function ShopFacts({ shop }: { shop: Shop }) {
  const t = useTranslations('diagnosis')
  const duration = useDuration()
  const { gateway, is_gateway_refused: isRefused } = shop
  const isBad = gateway.state !== 'ok' && gateway.state !== 'unknown'
  const items = [
    {
      term: t('gateway'),
      value: (
        <>
          <Badge tone={isBad ? 'bad' : gateway.state === 'ok' ? 'ok' : 'neutral'}>
            {t(`gateways.${gateway.state}`)}
          </Badge>
          {isRefused && <span className="text-warn"> {t('refused')}</span>}
        </>
      ),
    },
    ...shop.mirrors.map(({ resource, age_seconds: age, is_failing: isFailing }) => ({
      term: t('mirror', {
        resource: t(`resources.${resource === 'products' || resource === 'customers' ? resource : 'other'}`),
      }),
      value: (
        <>
          {age === null ? t('never') : duration(age)}
          {isFailing && <span className="text-warn"> · {t('failing')}</span>}
        </>
      ),
    })),
    { term: t('waiting'), value: String(shop.notifications_waiting) },
  ]
  return <DescriptionList items={items} className="sm:grid-cols-[minmax(150px,200px)_1fr]" />
}

export function QueueCard({ queues }: { queues: readonly Queue[] }) {
  const t = useTranslations('diagnosis')
  const duration = useDuration()
  const head = 'whitespace-nowrap py-1 ps-3 num font-medium text-muted first:ps-0 first:text-start'
  const cell = 'py-1 ps-3 num'
  return (
    <Card>
      <Section title={t('queues')}>
        {/* Scrolled by keyboard too. */}
        <div
          role="region"
          aria-label={t('queueTable')}
          tabIndex={0}
          className="max-w-full min-w-0 overflow-x-auto"
        >
          <table className="w-full text-sm">
            <thead>
              <tr>
                {(['queue', 'due', 'lag', 'active', 'failedJobs'] as const).map((name) => (
                  <th key={name} scope="col" className={head}>
                    {t(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {queues.map(({ name, waiting, lag_seconds: lag, active, failed }) => (
                <tr key={name} className="border-t">
                  <th scope="row" className="py-1 text-parent font-mono text-xs font-normal">
                    {name}
                  </th>
                  <td className={cell}>{waiting}</td>
                  <td className={cell}>{waiting === 0 ? '–' : duration(lag)}</td>
                  <td className={cell}>{active}</td>
                  <td className={failed === 0 ? cell : `${cell} text-warn`}>{failed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
    </Card>
  )
}

/** Returns a function that words a number of seconds. */
export function useDuration() {
  const t = useTranslations('diagnosis')
  return (seconds: number): string =>
    t('duration', {
      days: Math.floor(seconds / 86_400),
      hours: Math.floor(seconds / 3600) % 24,
      minutes: Math.floor(seconds / 60) % 60,
      seconds: seconds % 60,
    })
}
