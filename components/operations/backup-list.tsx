'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useSizeText } from '@/components/import/size-text'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { Badge, type Tone } from '@/components/ui/text/badge'
import { ApiError } from '@/lib/core/api/http'
import type { Backup } from '@/lib/operations/backups'
import { backUpNow, backupsOptions } from '@/lib/operations/client'
import { storeAnswer } from '@/lib/core/client/store-answer'

interface BackupListProps {
  backups: readonly Backup[]
  /** Whether there is a place for one that is made now. */
  hasFolder: boolean
}

/** When each was made, how large it is and how long it took, or why it failed. */
export function BackupList({ backups, hasFolder }: BackupListProps) {
  const t = useTranslations('backups')
  const errors = useTranslations('errors')
  const client = useQueryClient()
  const now = useMutation({
    mutationFn: backUpNow,
    onSuccess: (list) => {
      storeAnswer(client, backupsOptions().queryKey, list)
      toast(t('asked'))
    },
    onError: (error) => toast(error instanceof ApiError ? error.title : errors('network'), 'bad', { error }),
  })
  const isRunning = backups.some(({ outcome }) => outcome === null)
  return (
    <Card>
      <Section
        title={t('last')}
        actions={
          hasFolder && (
            <Button size="sm" isPending={now.isPending} isDisabled={isRunning} onPress={() => now.mutate()}>
              {t('now')}
            </Button>
          )
        }
      >
        {backups.length === 0 ? (
          <p className="text-md/5 text-muted">{t('none')}</p>
        ) : (
          <ul className="grid gap-3">
            {backups.map((backup) => (
              <li key={backup.id} className="border-b pb-3 last:border-b-0 last:pb-0">
                <Row backup={backup} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Card>
  )
}

const tones: Record<NonNullable<Backup['outcome']>, Tone> = { good: 'ok', failed: 'bad', cut: 'warn' }

function Row({ backup }: { backup: Backup }) {
  const t = useTranslations('backups')
  const size = useSizeText()
  const { outcome, bytes, seconds, error, asked_by: askedBy } = backup
  const facts = [
    bytes === null ? null : size(bytes),
    outcome === null || seconds === null ? null : t('took', { seconds }),
    outcome === 'good' ? t(backup.is_encrypted ? 'encrypted' : 'notEncrypted') : null,
    askedBy === null ? t('scheduled') : t('askedBy', { name: askedBy }),
    t('on', { machine: backup.machine }),
    outcome === 'good' && !backup.is_kept ? t('removed') : null,
  ]
  return (
    <div className="grid gap-1 text-md/5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-medium">
          <RelativeTime at={backup.started_at} />
        </span>
        <Badge tone={outcome === null ? 'info' : tones[outcome]} hasDot={outcome === null}>
          {t(`states.${outcome ?? 'running'}`)}
        </Badge>
      </div>
      <p className="text-sm text-muted wrap-anywhere">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      {outcome === 'good' && <p className="font-mono text-xs text-muted wrap-anywhere">{backup.file}</p>}
      {outcome === 'cut' && <p className="text-sm text-warn">{t('cut')}</p>}
      {error !== null && (
        <p className="text-sm text-danger wrap-anywhere whitespace-pre-line">{t('failed', { error })}</p>
      )}
    </div>
  )
}
