export interface MachineEvent {
  readonly type: string;
  /** Its fields besides `type`, as declared: `email: string`. */
  readonly fields: readonly string[];
}

/** The events in a file of types: the union of literals in `export type LampEvent = …`. */
export const eventsOf = (types: string): MachineEvent[] => {
  const [, union = ''] = /^export type \w+Event =(.*?\});$/ms.exec(types) ?? [];
  return [...union.matchAll(/readonly type: '(.+?)'([^}]*)\}/g)].map(([, type = '', others = '']) => ({
    type,
    fields: [...others.matchAll(/readonly (.+?)(?=;|\s*$)/g)].map(([, field = '']) => field),
  }));
};
