/** Zoho's own client comes without types: what our tests use of it. */
declare module '@zohocrm/nodejs-sdk-8.0' {
  export class Environment {
    constructor(url: string, accountsUrl: string, fileUploadUrl: string);
    getUrl(): string;
  }
  export interface OAuthToken {
    readonly of: unique symbol;
  }
  export class OAuthBuilder {
    clientId(id: string): this;
    clientSecret(secret: string): this;
    refreshToken(token: string): this;
    findUser(isWanted: boolean): this;
    build(): OAuthToken;
  }
  export namespace TokenStore {
    class TokenStore {
      findToken(token: OAuthToken): Promise<OAuthToken | null>;
    }
  }
  export interface SDKConfig {
    readonly of: unique symbol;
  }
  export class SDKConfigBuilder {
    autoRefreshFields(isWanted: boolean): this;
    build(): SDKConfig;
  }
  export interface Logger {
    readonly of: unique symbol;
  }
  export class LogBuilder {
    level(level: string): this;
    build(): Logger;
  }
  /** `new` returns a promise of the builder. */
  export const InitializeBuilder: new () => Promise<{
    environment(environment: Environment): Builder;
  }>;
  interface Builder {
    token(token: OAuthToken): this;
    store(store: TokenStore.TokenStore): this;
    SDKConfig(config: SDKConfig): this;
    resourcePath(folder: string): this;
    logger(logger: Logger): this;
    initialize(): Promise<void>;
  }
  export interface Param {
    readonly of: unique symbol;
  }
  export interface Header {
    readonly of: unique symbol;
  }
  export class ParameterMap {
    add(param: Param, value: unknown): Promise<void>;
  }
  export class HeaderMap {
    add(header: Header, value: unknown): Promise<void>;
  }
  export class Choice {
    constructor(value: string);
    getValue(): string;
  }

  interface Reply<Body> {
    getStatusCode(): number;
    /** Null where the answer has no body. */
    getObject(): Body | Record.APIException | null;
  }

  export namespace Record {
    class Record {
      getId(): bigint;
      setId(id: bigint): void;
      getKeyValue(field: string): unknown;
      addKeyValue(field: string, value: unknown): void;
    }
    class Info {
      getMoreRecords(): boolean;
      getNextPageToken(): string | undefined;
      getPage(): number;
      getCount(): number;
    }
    class ResponseWrapper {
      getData(): Record[];
      getInfo(): Info;
    }
    class SuccessResponse {
      getMessage(): string | Choice;
      getDetails(): Map<string, unknown>;
    }
    class APIException {
      getCode(): Choice;
      getDetails(): Map<string, unknown>;
    }
    class ActionWrapper {
      getData(): (SuccessResponse | APIException)[];
    }
    class BodyWrapper {
      setData(rows: Record[]): void;
      setDuplicateCheckFields(fields: string[]): void;
    }
    const GetRecordsParam: {
      readonly FIELDS: Param;
      readonly PER_PAGE: Param;
      readonly PAGE: Param;
      readonly PAGE_TOKEN: Param;
      readonly SORT_BY: Param;
      readonly SORT_ORDER: Param;
    };
    const GetRecordParam: {
      readonly FIELDS: Param;
    };
    const GetRecordsHeader: {
      readonly IF_MODIFIED_SINCE: Header;
    };
    const SearchRecordsParam: {
      readonly EMAIL: Param;
      readonly FIELDS: Param;
    };
    class RecordOperations {
      constructor(module: string);
      getRecords(params: ParameterMap, headers: HeaderMap): Promise<Reply<ResponseWrapper>>;
      getRecord(id: bigint, params: ParameterMap, headers: HeaderMap): Promise<Reply<ResponseWrapper>>;
      searchRecords(params: ParameterMap, headers: HeaderMap): Promise<Reply<ResponseWrapper>>;
      createRecords(body: BodyWrapper, headers: HeaderMap): Promise<Reply<ActionWrapper>>;
      upsertRecords(body: BodyWrapper, headers: HeaderMap): Promise<Reply<ActionWrapper>>;
      updateRecord(id: bigint, body: BodyWrapper, headers: HeaderMap): Promise<Reply<ActionWrapper>>;
    }
  }
}
