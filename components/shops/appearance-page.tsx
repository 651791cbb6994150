'use client'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { noAutofill } from '@/components/form/layout'
import { InUse } from '@/components/frame/in-use'
import { SettingsCard, SettingsPage } from '@/components/settings/settings-form'
import { useSettingsForm, isStale, sendPart } from '@/components/settings/use-settings-form'
import { type Appearance, maxLogoBytes } from '@/lib/shops/appearance'
import { appearanceOptions, changeAppearance, logoAddress } from '@/lib/shops/client'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { LogoImage } from '@/components/counterfoil/brand'
import { useSizeText } from '@/components/import/size-text'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError, NetworkError } from '@/lib/core/api/http'
import { storeAnswer } from '@/lib/core/client/store-answer'

/** The name and logo that a shop's customers see. */
export function AppearancePage({ shop }: { shop: string }) {
  const t = useTranslations('shops')
  const query = useQuery(appearanceOptions(shop))
  return (
    <SettingsPage title={t('appearance.title')} query={query} failedTitle={t('appearance.failedTitle')}>
      {(appearance) => (
        <>
          <NameForm shop={shop} appearance={appearance} />
          <LogoCard shop={shop} appearance={appearance} />
        </>
      )}
    </SettingsPage>
  )
}

const loadSchema = () => import('@/lib/shops/appearance').then((module) => module.nameForm)

function NameForm({ shop, appearance }: { shop: string; appearance: Appearance }) {
  const t = useTranslations('shops.appearance')
  const router = useRouter()
  const { form, save } = useSettingsForm({
    schema: loadSchema,
    settings: appearance,
    valuesOf,
    send: (change) => changeAppearance(shop, change),
    queryKey: appearanceOptions(shop).queryKey,
    savedText: t('saved'),
  })
  return (
    <SettingsCard
      form={form}
      onSubmit={async (change, sent) => {
        if (await save(change, sent)) router.refresh() // Pages show the name beside QR codes.
      }}
      saveLabel={t('save')}
      shop={shop}
      part="appearance"
      title={t('publicName')}
      text={t('text')}
    >
      <FormTextField
        control={form.control}
        {...noAutofill}
        name="public_name"
        label={t('publicName')}
        hint={t('publicNameHint')}
        className="max-w-120"
      />
    </SettingsCard>
  )
}

const valuesOf = ({ public_name: name }: Appearance) => ({ public_name: name ?? '' })

interface LogoCardProps {
  shop: string
  appearance: Appearance
}

/** The logo, with its description. Choosing a file, or removing it, is saved at once. */
function LogoCard({ shop, appearance }: LogoCardProps) {
  const { logo } = appearance
  const t = useTranslations('shops.appearance')
  const sizeText = useSizeText()
  const input = useRef<HTMLInputElement>(null)
  const change = useLogoChange(shop, appearance)
  return (
    <Card>
      <Section title={t('logo')}>
        <p className="mb-4 text-md/5 text-muted">
          {t('logoText', { side: longestSide, size: sizeText(largestFile) })}
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
            <InUse>
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
            </InUse>
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

/** Saves or removes the logo. Keeps a picked file, so that it can be sent again after a failure. */
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
  const maySendAgain = isStale(error) || error instanceof NetworkError
  const sendAgain = maySendAgain && variables !== undefined ? () => mutate(variables) : null
  return { mutate, isPending, reason: error && reasonOf(error), sendAgain }
}

/** The longest side of a logo as it is sent, in pixels. */
const longestSide = 512
/** The largest file that a person may pick, in bytes. */
const largestFile = 10 * 1024 ** 2

/**
 * Redraws a picture and returns it as Base64: as PNG, or as WebP where that is too large. Scripts in an SVG do not run,
 * and the result contains only the visible picture.
 * @throws RangeError if the file is too large; Error if the browser cannot read it as a picture, or cannot draw it
 */
async function drawnLogo(file: File): Promise<string> {
  if (file.size > largestFile) throw new RangeError('too large a file')
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const canvas = draw(picture)
    const png = await encoded(canvas, 'image/png')
    return await base64(png.size <= maxLogoBytes ? png : await encoded(canvas, 'image/webp'))
  } finally {
    URL.revokeObjectURL(address)
  }
}

function draw(picture: HTMLImageElement): HTMLCanvasElement {
  const { naturalWidth: width, naturalHeight: height } = picture
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

const encoded = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), type, 0.9),
  )

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
