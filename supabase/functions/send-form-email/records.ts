export const KINDS = ['booking', 'job_application', 'contact'] as const;
export type Kind = (typeof KINDS)[number];

/** A stored submission, as the database holds it. */
export type StoredRecord = Record<string, string | null>;

export type Claim =
  | { outcome: 'unknown' | 'sent' | 'claimed-elsewhere' }
  | { outcome: 'claimed'; alert_id: string; record: StoredRecord; job_title: string | null };

/** The alerts in the database. Both throw when the database does not do as asked. */
export interface Records {
  /** Takes the alert of one submission for two minutes, unless it is sent or somebody else has it. */
  claim(kind: Kind, id: string): Promise<Claim>;
  finish(alertId: string, sent: boolean): Promise<void>;
}

export interface RecordsSettings {
  url: string;
  secretKey: string;
  fetch: typeof fetch;
}

/** Reaches the alerts through the database's API, with the key that passes row-level security. */
export function createRecords({ url, secretKey, fetch }: RecordsSettings): Records {
  async function call(name: string, parameters: Record<string, unknown>): Promise<Response> {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
    if (!response.ok) throw new Error(`${name} was answered ${response.status}.`);
    return response;
  }
  return {
    claim: async (kind, id) => (await call('claim_alert', { _kind: kind, _id: id })).json() as Promise<Claim>,
    finish: async (alertId, sent) => void (await call('finish_alert', { _alert_id: alertId, _sent: sent })),
  };
}
