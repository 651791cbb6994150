// Replaces the package server-only in unit tests. A module needs an export.
export const isEmpty = true
