import { z } from 'zod'
import {
  emailConfirmation,
  emailConfirmed,
  passkeyOptions,
  passwordReset,
  passwordSet,
  resetAccount,
  resetAsked,
  resetLookUp,
  resetRequest,
} from '../account/schema'
import { activityExportQuery } from '../activity/export'
import { activityListQuery, activityPage, activityPeople } from '../activity/schema'
import { alertList } from '../alerts/schema'
import { verificationAnswer } from '../gateway/notifications/notification'
import { acceptance, accepted, invitationLookUp, openedInvitation } from '../people/schema'
import { backupList, backupPlan, backupPlanChange } from '../operations/backups'
import { diagnosis } from '../operations/diagnosis'
import { liveAnswer, notReadyAnswer, readyAnswer } from '../operations/health'
import { installationChange, installationSettings } from '../shops/installation'
import { mailSettings, mailSettingsChange, mailTestResult } from '../shops/mail-settings'
import { anyShopCreate, connectionReport, connectionTest, createdShop } from '../shops/schema'
import { installationChanges } from '../shops/settings-changes'
import { shopStates } from '../shops/states'
import { ownAccount, type BeyondShops } from './own-account'

/** The endpoints outside shops. None takes API tokens. A test compares them with what their handlers parse by. */
export const beyondShops: Record<string, BeyondShops> = {
  ...ownAccount,
  'GET /shops': { for: 'person', summary: 'List one’s own shops', response: shopStates },
  'POST /shops': {
    for: 'person',
    summary: 'Add a shop',
    status: 201,
    body: anyShopCreate,
    response: createdShop,
  },
  'POST /shops/connection-test': {
    for: 'person',
    summary: 'Test the connection of a shop to be',
    body: connectionTest,
    response: connectionReport,
  },
  'GET /installation': {
    for: 'person',
    summary: 'Read settings of the installation',
    response: installationSettings,
  },
  'PATCH /installation': {
    for: 'person',
    summary: 'Change settings of the installation',
    body: installationChange,
    response: installationSettings,
  },
  'GET /installation/activity': {
    for: 'person',
    summary: 'List who did what in the installation',
    query: activityListQuery,
    response: activityPage,
  },
  'GET /installation/activity/people': {
    for: 'person',
    summary: 'List who did something there',
    response: activityPeople,
  },
  'GET /installation/activity/export': {
    for: 'person',
    summary: 'Export the activity of the installation',
    query: activityExportQuery,
    answers: ['text/csv', 'application/json'],
  },
  'GET /installation/alerts': {
    for: 'person',
    summary: 'List alerts of the installation',
    response: alertList,
  },
  'POST /installation/alerts/[id]/dismiss': {
    for: 'person',
    summary: 'Dismiss an alert of the installation',
    response: alertList,
  },
  'GET /installation/backup-plan': {
    for: 'person',
    summary: 'Read when and where backups are made',
    response: backupPlan,
  },
  'PUT /installation/backup-plan': {
    for: 'person',
    summary: 'Change when and where backups are made',
    body: backupPlanChange,
    response: backupPlan,
  },
  'GET /installation/backups': { for: 'person', summary: 'List the last backups', response: backupList },
  'POST /installation/backups': {
    for: 'person',
    summary: 'Make a backup now',
    status: 202,
    response: backupList,
  },
  'GET /installation/changes': {
    for: 'person',
    summary: 'Read who changed which of them last',
    response: installationChanges,
  },
  'GET /installation/diagnosis': {
    for: 'person',
    summary: 'Read the state of the installation',
    response: diagnosis,
  },
  'GET /installation/diagnosis/file': {
    for: 'person',
    summary: 'Read a diagnosis that can be shown to others',
    answers: 'application/json',
  },
  'GET /installation/mail': { for: 'person', summary: 'Read the mail server', response: mailSettings },
  'PUT /installation/mail': {
    for: 'person',
    summary: 'Change the mail server',
    body: mailSettingsChange,
    response: mailSettings,
  },
  'POST /installation/mail/test': { for: 'person', summary: 'Send a test mail', response: mailTestResult },
  'POST /invitations/look-up': {
    for: 'open',
    summary: 'Read an invitation',
    body: invitationLookUp,
    response: openedInvitation,
  },
  'POST /invitations/accept': {
    for: 'open',
    summary: 'Accept an invitation',
    body: acceptance,
    response: accepted,
  },
  'POST /email-change/look-up': {
    for: 'open',
    summary: 'Read a link for a new e-mail address',
    body: emailConfirmation,
    response: emailConfirmed,
  },
  'POST /email-change': {
    for: 'open',
    summary: 'Confirm a new e-mail address',
    body: emailConfirmation,
    response: emailConfirmed,
  },
  'POST /password-reset/ask': {
    for: 'open',
    summary: 'Ask for a link for a new password',
    status: 202,
    body: resetRequest,
    response: resetAsked,
  },
  'POST /password-reset/look-up': {
    for: 'open',
    summary: 'Read a link for a new password',
    body: resetLookUp,
    response: resetAccount,
  },
  'POST /password-reset': {
    for: 'open',
    summary: 'Set a new password by a link',
    body: passwordReset,
    response: passwordSet,
  },
  'POST /sign-in/passkey-options': {
    for: 'open',
    summary: 'Prepare a sign-in by passkey',
    response: passkeyOptions,
  },
  'GET /auth/[...nextauth]': { for: 'open', summary: 'Sign in and out', answers: '*/*' },
  'POST /auth/[...nextauth]': {
    for: 'open',
    summary: 'Sign in and out',
    takes: 'application/x-www-form-urlencoded',
    answers: '*/*',
  },
  'POST /hooks/[key]/notification': {
    for: 'open',
    summary: 'Take a notification of the gateway',
    takes: 'application/json',
    answers: 'text/plain',
  },
  'POST /hooks/[key]/verification': {
    for: 'open',
    summary: 'Answer a verification request of the gateway',
    takes: 'application/json',
    response: verificationAnswer,
  },
  'GET /health/live': { for: 'open', summary: 'Read whether the process runs', response: liveAnswer },
  'GET /health/ready': {
    for: 'open',
    summary: 'Read whether it can work',
    response: readyAnswer,
    others: { 503: notReadyAnswer },
  },
  'GET /metrics': {
    for: 'open',
    summary: 'Read what the process counts, for Prometheus, with METRICS_TOKEN as the bearer token',
    answers: 'text/plain',
    others: { 401: null, 404: null },
  },
  'GET /openapi.json': {
    for: 'open',
    summary: 'Read this description',
    response: z.looseObject({ openapi: z.string() }),
  },
}
