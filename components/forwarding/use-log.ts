'use client'
import { useListState } from '@/components/data-table/use-list-state'
import { messageListParams } from '@/lib/forwarding/client'

export const useLog = () => useListState(messageListParams)
export type LogState = ReturnType<typeof useLog>
