'use client'
import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog'
import { Kbd } from '../ui/kbd'
import { useModKey } from '../ui/mod-key'

export default function ShortcutsDialog({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  const t = useTranslations('frame.shortcuts')
  const close = useTranslations('common')('close')
  const mod = useModKey()
  const rows = [
    ['palette', [`${mod}K`]],
    ['find', ['/']],
    ['intoList', ['↓']],
    ['create', ['N']],
    ['move', ['J', 'K', '↓', '↑']],
    ['open', ['↵']],
    ['select', ['X']],
    ['bulk', ['B']],
    ['undo', ['Z', `${mod}Z`]],
    ['messages', ['F6']],
    ['submit', [`${mod}↵`]],
    ['close', ['Esc']],
    ['list', ['?']],
  ] as const
  return (
    <Dialog isOpen onOpenChange={onOpenChange} title={t('title')} closeLabel={close}>
      <dl className="divide-y">
        {rows.map(([key, caps]) => (
          <div key={key} className="flex items-center gap-3 py-2">
            <dt className="flex-1">{t(key)}</dt>
            <dd className="flex gap-1">
              {caps.map((cap) => (
                <Kbd key={cap} isSpoken>
                  {cap}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
