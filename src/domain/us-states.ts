/** Parses a comma-separated list of codes and names. */
const statesIn = (list: string) =>
  list
    .trim()
    .split(/,\s+/)
    .map((state) => ({ code: state.slice(0, 2), name: state.slice(3) }));

/** The 50 states and DC. */
export const usStates = statesIn(`
  AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut,
  DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois,
  IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland,
  MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana,
  NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
  NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania,
  RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont,
  VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming`);

const usTerritories = statesIn(`
  AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, VI U.S. Virgin Islands,
  AA Armed Forces Americas, AE Armed Forces Europe, AP Armed Forces Pacific`);

export const listUsStates = (withTerritories: boolean) =>
  withTerritories ? [...usStates, ...usTerritories] : usStates;

/** Returns whether the text is a state's code. Ignores case. */
export const isUsStateCode = (text: string, withTerritories = false): boolean =>
  listUsStates(withTerritories).some(({ code }) => code === text.toUpperCase());
