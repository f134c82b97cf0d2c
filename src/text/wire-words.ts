/** Keys, roles and types of the wire formats, and keywords of JSON Schema: words of the trade, which give nothing of a transcript away. */
const words: ReadonlySet<string> = new Set(
  `$defs $ref $schema Contents Entries Items RequestBody ResponseBody _content _webSocketMessages additionalModelRequestFields
  additionalProperties additional_kwargs agent allOf anyOf any args arguments array as_bytes assistant attributes auto base64Body
  base64Bytes base64_string blocks body bodyPatterns body_bytes boolean bot cache_control call call_id candidates choices chunk chunks
  codeExecutionResult code_execution completion computer_call const contains content contentBlockDelta content_base64 content_block
  contents conversation conversations custom custom_tool_call custom_tool_call_output data definitions delta dependentRequired
  dependentSchemas description developer else end_turn entries enum error event events exclusiveMaximum exclusiveMinimum
  expectedOutput expected_output file finishMessage finishReason finish_reason fixtures floor format from function functionCall
  functionDeclarations functionResponse functionResponses function_call function_call_output function_declarations functions
  gen_ai.input.messages gen_ai.output.messages gen_ai.tool.definitions generateContentRequest get history httpRequest httpResponse
  http_interactions human id if image input inputBodyJson inputSchema input_schema input.value inputs integer interactions ipython item
  items json jsonSchema kwargs labels length level limit llm_context log loglines mappings maxItems maxLength max_tokens maximum memory
  message messages metadata method minItems minLength minimum mlflow.spanInputs mocks mode model modelInput modelOutput multipleOf name
  not null nullable number object observations oneOf options output outputBodyJson outputSchema outputs pairs parallel_tool_calls
  parameters params parsed_body partial_json parts pattern patternProperties payload postData prefixItems profile prompt properties
  propertyNames raw_gzip reasoning records redacted_thinking refusal rejected replies req request request_body request_data
  requests required resourceSpans resp response response_body response_data response_stream responses result returns role rows runs
  samples scopeSpans server_tool_use session simulations spans state status steps stop stop_reason strict string stringValue suppress
  system text then thinking tool toolCall toolCallId toolCalls toolCallRounds toolChoice toolConfig toolInvocation toolInvocations
  toolRequest toolRequests toolResponse toolResult toolSpec toolUse toolUseId tool_call tool_call_chunks tool_call_id tool_calls
  tool_choice tool_result tool_results tool_use tool_use_id tools train_messages traj transcript transcript_with_tool_calls ticks turns
  type types unevaluatedItems unevaluatedProperties uniqueItems url user user_input value values web_search when`.split(/\s+/),
);

/** Whether a text is a word of a wire format, whoever wrote it. */
export function isWireWord(text: string): boolean {
  return words.has(text);
}
