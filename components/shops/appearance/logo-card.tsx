'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { LogoImage } from '@/components/counterfoil/brand'
import { useSizeText } from '@/components/import/size-text'
import { sendPart } from '@/components/settings/send-part'
import { isStale } from '@/components/settings/use-settings-form'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError, NetworkError } from '@/lib/core/api/http'
import type { Appearance } from '@/lib/shops/appearance'
import { appearanceOptions, changeAppearance, logoAddress } from '@/lib/shops/client'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { drawnLogo, drawnSide, largestFile } from './draw-logo'

interface LogoCardProps {
  shop: string
  appearance: Appearance
}

/** The logo, with what it is. A file that is chosen, or removing it, is saved at once. */
export function LogoCard({ shop, appearance }: LogoCardProps) {
  const { logo } = appearance
  const t = useTranslations('shops.appearance')
  const sizeText = useSizeText()
  const input = useRef<HTMLInputElement>(null)
  const change = useLogoChange(shop, appearance)
  return (
    <Card>
      <Section title={t('logo')}>
        <p className="mb-4 text-md/5 text-muted">
          {t('logoText', { side: drawnSide, size: sizeText(largestFile) })}
        </p>
        <div className="flex flex-wrap items-center gap-4">
          {logo ? (
            <LogoImage
              address={logoAddress(shop, logo.hash)}
              label={t('logoAlt')}
              className="h-16 max-w-48 rounded-sm border p-1.5"
            />
          ) : (
            <span className="grid h-16 w-32 place-items-center rounded-sm border border-dashed border-border-strong text-sm text-muted">
              {t('noLogo')}
            </span>
          )}
          <div>
            <div className="flex flex-wrap gap-2">
              <Button
                icon={<ImageUp aria-hidden size={15} />}
                isPending={change.isPending}
                onPress={() => input.current?.click()}
              >
                {t(logo ? 'replace' : 'choose')}
              </Button>
              {logo && (
                <Button
                  icon={<Trash2 aria-hidden size={15} />}
                  isDisabled={change.isPending}
                  onPress={() => change.mutate(null)}
                >
                  {t('remove')}
                </Button>
              )}
            </div>
            {logo && (
              <p className="mt-1.5 text-sm text-muted">
                {t('size', { width: logo.width, height: logo.height, size: sizeText(logo.bytes) })}
              </p>
            )}
          </div>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('choose')}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) change.mutate(file)
            target.value = '' // So that the same file can be chosen again.
          }}
        />
        {change.reason && (
          <div role="alert" className="mt-3 rounded-md bg-danger-weak px-3 py-2 text-md text-danger">
            <p>{change.reason}</p>
            {change.sendAgain && (
              <Button className="mt-2" isPending={change.isPending} onPress={change.sendAgain}>
                {t('sendAgain')}
              </Button>
            )}
          </div>
        )}
      </Section>
    </Card>
  )
}

/** A picked file is kept until it is saved, or another is picked. */
function useLogoChange(shop: string, appearance: Appearance) {
  const t = useTranslations('shops')
  const errors = useTranslations('errors')
  const sizeText = useSizeText()
  const client = useQueryClient()
  const router = useRouter()
  const { queryKey } = appearanceOptions(shop)
  const send = (drawn: string | null) =>
    sendPart({
      seen: appearance,
      load: () => client.query({ ...appearanceOptions(shop), staleTime: 0 }),
      isSame: (one, other) => one.logo?.hash === other.logo?.hash,
      send: (version) => changeAppearance(shop, { version, logo: drawn }),
    })
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (file: File | null) => send(file && (await drawnLogo(file))),
    onSuccess: (saved) => {
      storeAnswer(client, queryKey, saved)
      toast(t(saved.logo ? 'appearance.logoSaved' : 'appearance.removed'))
      router.refresh() // The frame shows it.
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
  const reasonOf = (failure: unknown): string => {
    if (failure instanceof RangeError) return t('appearance.fileTooLarge', { size: sizeText(largestFile) })
    if (failure instanceof NetworkError) return `${errors('network')}. ${errors('networkText')}`
    if (!(failure instanceof ApiError)) return t('appearance.unreadable')
    if (failure.code === 'conflict') return t('appearance.logoChanged')
    return Object.values(failure.errors).flat().join(' ') || failure.title
  }
  const mayHelp = isStale(error) || error instanceof NetworkError
  const sendAgain = mayHelp && variables !== undefined ? () => mutate(variables) : null
  return { mutate, isPending, reason: error && reasonOf(error), sendAgain }
}
