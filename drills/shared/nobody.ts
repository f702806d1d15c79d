/** The user `nobody` by the numbers that every Linux gives it: PostgreSQL refuses to run as root. */
export const nobody = { uid: 65_534, gid: 65_534 };
