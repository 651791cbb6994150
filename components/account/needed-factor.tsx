'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { PageTitle } from '@/components/ui/page-title'
import { factorsOptions } from '@/lib/account/client'
import { FactorsSection } from './factors-section'

/** Adds the second factor without which nothing goes on. `target`: where to go then. */
export function NeededFactor({ target }: { target: string }) {
  const t = useTranslations('account')
  const { data } = useQuery(factorsOptions())
  const hasFactor = (data?.items.length ?? 0) > 0
  return (
    <>
      <PageTitle className="mb-1">{t('factorNeededTitle')}</PageTitle>
      <p className="mb-4 max-w-prose text-md text-muted">{t('factorNeededText')}</p>
      <Card className="mb-4">
        <FactorsSection />
      </Card>
      {hasFactor && (
        <Button variant="primary" onPress={() => window.location.replace(target)}>
          {t('goOn')}
        </Button>
      )}
    </>
  )
}
