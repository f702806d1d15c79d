/** A wrong or missing value of a variable. The message is one line that names the variable and repeats no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
