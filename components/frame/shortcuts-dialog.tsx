'use client'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '../dialogs/open-dialog'
import { Kbd } from '../ui/text/kbd'
import { useModKey } from '../ui/press/use-shortcut'

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('frame.shortcuts')
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
    <OpenDialog title={t('title')} onClose={onClose}>
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
    </OpenDialog>
  )
}
