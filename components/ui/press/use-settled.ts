'use client'
import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for `pauseMs`. Debounces requests while someone types. */
export function useSettled<Value extends string | number | null>(value: Value, pauseMs = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
