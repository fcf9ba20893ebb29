// Creates a transaction. Set BASE_URL and API_KEY.
using System.Net.Http.Headers;
using System.Text;

string Variable(string name) => Environment.GetEnvironmentVariable(name) ?? throw new Exception($"{name} is not set");

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Variable("API_KEY"));
// Store the key with the order: a repeat with the same key creates nothing new.
var idempotencyKey = Guid.NewGuid().ToString();
client.DefaultRequestHeaders.Add("Idempotency-Key", idempotencyKey);
var body = """{"orderId": "ORDER-1", "amount": 10.5}""";
var content = new StringContent(body, Encoding.UTF8, "application/json");
var response = await client.PostAsync(Variable("BASE_URL") + "/payments/init", content);
var answer = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode)
{
    Console.Error.WriteLine($"{(int)response.StatusCode} {answer}");
    return 1;
}
Console.WriteLine(answer);
return 0;
