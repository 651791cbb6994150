// Replaces the package server-only in unit tests.
export const isEmpty = true
