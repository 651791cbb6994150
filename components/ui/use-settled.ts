'use client'
import { useEffect, useState } from 'react'

/** The value as it was when it last stood still for `pauseMs`: for what is asked while somebody types. */
export function useSettled<Value extends string | number | null>(value: Value, pauseMs = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
