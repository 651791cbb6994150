import { queryOptions } from '@tanstack/react-query'
import { api } from '../core/api/http'
import type { BackupList, BackupPlan, BackupPlanChange } from './backups'
import type { Diagnosis } from './diagnosis'

export const backupPlanOptions = () =>
  queryOptions({
    queryKey: ['installation', 'backup-plan'],
    queryFn: ({ signal }) => api('/api/installation/backup-plan', { signal }) as Promise<BackupPlan>,
  })

export const changeBackupPlan = (body: BackupPlanChange) =>
  api('/api/installation/backup-plan', { method: 'PUT', body }) as Promise<BackupPlan>

/** Refetched every two seconds while one is being made. */
export const backupsOptions = () =>
  queryOptions({
    queryKey: ['installation', 'backups'],
    queryFn: ({ signal }) => api('/api/installation/backups', { signal }) as Promise<BackupList>,
    refetchInterval: ({ state }) =>
      state.data?.backups.some(({ outcome }) => outcome === null) ? 2_000 : 60_000,
  })

export const backUpNow = () => api('/api/installation/backups', { method: 'POST' }) as Promise<BackupList>

/** Refetched every ten seconds. */
export const diagnosisOptions = () =>
  queryOptions({
    queryKey: ['installation', 'diagnosis'],
    queryFn: ({ signal }) => api('/api/installation/diagnosis', { signal }) as Promise<Diagnosis>,
    refetchInterval: 10_000,
  })

/** Needs a recent sign-in. */
export const diagnosisFileAddress = '/api/installation/diagnosis/file'
