/** Limits of the settings of scheduled backups, in the environment and in the installation settings. */
export const backupLimits = {
  /** Characters. */
  folder: 500,
  /** Of the day, UTC. */
  hour: { min: 0, max: 23 },
  /** How many days and weeks keep their newest backup. */
  keepDaily: { min: 1, max: 366 },
  keepWeekly: { min: 0, max: 260 },
} as const
